// `picket demo` on its real ports: what `npm start` shows a newcomer within half a minute.
import { afterEach, expect, test } from 'vitest';
import { type Command, picket } from '../cli/process.ts';

let command: Command | undefined;
afterEach(async () => {
  command?.child.kill('SIGKILL');
  await command?.ended;
});

const list = async (url: string) => ((await (await fetch(url)).json()) as { data: unknown[] }).data;

test('prints the addresses, and shows an incident that opens and resolves', async () => {
  command = picket(['demo', '--listen', '127.0.0.1:0']);
  const output = await command.says('/api/v2/status');
  const [, url = ''] = /(http:\S+)\/metrics/.exec(output) ?? [];
  expect(await list(`${url}/api/v2/deployments`)).toHaveLength(4);
  await command.says('incident opened: Files EU: Storage reports major_outage');
  await command.says('incident resolved: Files EU: Storage reports major_outage');
  expect(await list(`${url}/api/v2/incidents`)).toMatchObject([{ status: 'resolved', impact: 'critical' }]);
  const metrics = await (await fetch(`${url}/metrics`)).text();
  expect(metrics.match(/^picket_deployment_status_code\{.*\} 0$/gm)).toHaveLength(4);
  command.child.kill('SIGINT');
  expect(await command.ended).toBe(0);
});
