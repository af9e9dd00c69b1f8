// `picket rules`: the alert and recording rules for Prometheus, as a configuration asks for them.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadConfig } from '../config/load.ts';
import { ruleFiles, ruleText } from '../generate/rules/files.ts';
import { notesOn, settingsOf } from '../generate/rules/of-config.ts';
import { defaultSettings, type RuleSettings } from '../generate/rules/settings.ts';
import { exitCodes, OperatorError } from './exit.ts';

interface RulesOptions {
  readonly config?: string;
  readonly runbookUrl?: string;
  readonly dashboardUrl?: string;
  readonly job?: string;
  readonly out?: string;
}

const matcher = '\\w+(?:=|=~|!=|!~)"(?:[^"\\\\\\n]|\\\\.)*"';
const matchersPattern = new RegExp(`^${matcher}(?:, ?${matcher})*$`);

export async function rules(options: RulesOptions): Promise<number> {
  const files = ruleFiles({ ...configured(options.config), ...given(options) });
  if (options.out === undefined) process.stdout.write(ruleText(files));
  else writeInto(options.out, files);
  return exitCodes.well;
}

/** Says what the rules cannot do for the configuration. */
function configured(path: string | undefined): RuleSettings {
  if (path === undefined) return defaultSettings;
  const config = loadConfig(path);
  const asked = settingsOf(config);
  for (const note of notesOn(config, asked)) process.stderr.write(`warning: ${note}\n`);
  return { ...defaultSettings, ...asked };
}

function given({ runbookUrl, dashboardUrl, job }: RulesOptions): Partial<RuleSettings> {
  if (job !== undefined && !matchersPattern.test(job))
    throw new OperatorError(`--job: expected matchers such as job="picket", got ${job}`);
  return {
    ...(job !== undefined && { job }),
    ...(runbookUrl !== undefined && { runbooks: base('--runbook-url', runbookUrl) }),
    ...(dashboardUrl !== undefined && { grafana: base('--dashboard-url', dashboardUrl) }),
  };
}

function base(option: string, url: string): string {
  if (/^https?:\/\/[^\s{}#?]+$/.test(url) && URL.canParse(url)) return url.replace(/\/+$/, '');
  throw new OperatorError(`${option}: expected an http or https URL without query and fragment, got ${url}`);
}

function writeInto(folder: string, files: ReturnType<typeof ruleFiles>): void {
  try {
    mkdirSync(folder, { recursive: true });
    for (const file of files) {
      const path = join(folder, file.name);
      writeFileSync(path, ruleText([file]));
      process.stdout.write(`${path}\n`);
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new OperatorError(`--out: cannot write into ${folder}: ${reason}`, { cause: error });
  }
}
