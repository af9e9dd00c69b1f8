// What stands for a variable in a query.
import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import type { Variable } from '../page/dashboard-json.ts';
import { chooseVariables, interpolate, standIns } from '../page/variables.ts';

const asked: string[] = [];
const fetchBefore = globalThis.fetch;
globalThis.fetch = async (url) => {
  asked.push(decodeURIComponent(String(url)));
  return Response.json({ status: 'success', data: ['a"b', 'c.d'] });
};
afterEach(() => asked.splice(0));
process.on('exit', () => {
  globalThis.fetch = fetchBefore;
});

const deployment: Variable = { type: 'query', name: 'deployment', query: 'label_values(up, deployment)' };

async function promqlOf(variable: Variable, choices: Record<string, string> = {}) {
  const drawing = { dashboard: null, fromMs: 0, toMs: 1000, scrapeIntervalMs: 1000, choices };
  const dashboard = { title: '', panels: [], templating: { list: [variable] } };
  return standIns(await chooseVariables(dashboard, drawing)).get(variable.name);
}

test('one value is a text, its quotes escaped', async () => {
  assert.equal(await promqlOf(deployment), 'a\\"b');
  assert.equal(await promqlOf(deployment, { deployment: 'c.d' }), 'c.d');
  assert.ok(asked[0]?.includes('label/deployment/values?match[]=up&'));
});

test('one of several is a regular expression', async () => {
  assert.equal(await promqlOf({ ...deployment, multi: true }, { deployment: 'c.d' }), 'c\\\\.d');
});

test('all of them are what the dashboard says, or one after the other', async () => {
  assert.equal(await promqlOf({ ...deployment, includeAll: true, allValue: '.+' }), '.+');
  assert.equal(await promqlOf({ ...deployment, includeAll: true }), '(a"b|c\\\\.d)');
});

test('a value that there is none of, and a kind that is not drawn, are refused', async () => {
  await assert.rejects(promqlOf(deployment, { deployment: 'x' }), /deployment: x is none of/);
  await assert.rejects(promqlOf({ ...deployment, type: 'textbox' }), /a textbox variable/);
});

test('a name is found in all its spellings, and one that stands for nothing is refused', () => {
  const values = new Map([['job', 'picket']]);
  for (const spelling of ['$job', '$' + '{job}', '$' + '{job:regex}', '$' + '{job.text}']) {
    assert.equal(interpolate(`up{job="${spelling}"}`, values), 'up{job="picket"}');
  }
  assert.throws(() => interpolate('a $jbo', values), /\$jbo stands for nothing/);
});
