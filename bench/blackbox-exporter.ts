// blackbox_exporter as people have it who watch an API of this kind: one HTTP probe a check, status and body looked at.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Program, startProgram } from './program.ts';

export const blackboxCommand = 'prometheus-blackbox-exporter';
/** Of its configuration, for `/probe?module=`. */
export const blackboxModule = 'http';

/**
 * `caFile` is of the CA that signed the origin's certificate, where it has one. Its configuration is JSON, which YAML
 * takes.
 */
export function startBlackbox(folder: string, caFile?: string): Promise<Program> {
  const http = {
    preferred_ip_protocol: 'ip4',
    valid_status_codes: [200],
    fail_if_body_not_matches_regexp: ['"status":"operational"'],
    ...(caFile === undefined ? {} : { tls_config: { ca_file: caFile } }),
  };
  const modules = { [blackboxModule]: { prober: 'http', timeout: '4s', http } };
  const file = join(folder, 'blackbox.yaml');
  writeFileSync(file, JSON.stringify({ modules }));
  return startProgram(blackboxCommand, [`--config.file=${file}`, '--web.listen-address=127.0.0.1:0']);
}
