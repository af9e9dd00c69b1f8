// What crosses between processes: as text, only what the other side lacks, and with every secret wrapped again.
import { expect, test } from 'vitest';
import { pack, unpack } from '../../src/config/parcel.ts';
import { certificatePem, keyPem } from './certificate.ts';
import { configOf } from './reading.ts';

const world = { env: { TOKEN: 'hunter2-token' }, files: { c: certificatePem, k: keyPem } };
const entry = (id: string, own = '') =>
  `  - { id: ${id}, base_url: "https://${id}.test", kind: media, ${own} }`;
const read = (...entries: readonly string[]) =>
  configOf(
    [
      `defaults: { tls: { cert: c, key: k }, headers: { X-A: "\${env:TOKEN}" } }`,
      'deployments:',
      ...entries,
    ].join('\n'),
    world,
  );
/** As a message arrives. */
const sent = (...of: Parameters<typeof pack>) => structuredClone(pack(...of));

test('arrives as it was, secrets hidden again', async () => {
  const config = read(entry('a', 'proxy: "http://p.test:1"'), entry('b'));
  const { config: arrived } = await unpack(sent(config, new Set()), new Map());
  const [before, after] = [config.deployments[0], arrived.deployments[0]];
  expect(after?.connection.tls?.key?.reveal()).toBe(before?.connection.tls?.key?.reveal());
  expect(after?.connection.headers['x-a']?.reveal()).toBe('hunter2-token');
  expect(after?.connection.proxy?.reveal()).toBe('http://p.test:1');
  expect(after?.secrets.map(({ reveal }) => reveal())).toEqual(before?.secrets.map(({ reveal }) => reveal()));
  expect(arrived.secrets.map(({ reveal }) => reveal())).toEqual(['hunter2-token']);
  const shown = JSON.stringify(arrived);
  expect(shown).not.toContain('hunter2-token');
  expect(JSON.parse(shown)).toEqual(JSON.parse(JSON.stringify(config)));
});

test('what deployments have in common is sent once', () => {
  const { texts } = pack(read(entry('a'), entry('b'), entry('c')), new Set());
  const holding = (part: string) => [...texts.values()].filter((text) => text.includes(part));
  expect(holding('BEGIN CERTIFICATE')).toHaveLength(1);
  expect(holding('shape.format')).toHaveLength(1);
});

test('what is there already is not sent, and is the same object again', async () => {
  const before = read(entry('a'), entry('b'));
  const first = await unpack(sent(before, new Set()), new Map());
  const after = read(entry('b', 'interval: 20s'), entry('a'), entry('c'));
  const parcel = sent(after, new Set(first.parts.keys()));
  expect([...parcel.texts.values()].map((text) => JSON.parse(text).id)).toEqual(['b', 'c']);
  const second = await unpack(parcel, first.parts);
  expect(second.config.deployments.map(({ id }) => id)).toEqual(['b', 'a', 'c']);
  expect(second.config.deployments[1]).toBe(first.config.deployments[0]);
  expect(second.config.deployments[0]?.rules).toBe(first.config.deployments[0]?.rules);
  // What is gone is let go.
  expect([...second.parts.values()]).not.toContain(first.config.deployments[1]);
});

test('others have their turn while many are unpacked', async () => {
  const config = read(...Array.from({ length: 200 }, (_, index) => entry(`d${index}`)));
  let turns = 0;
  let over = false;
  const turn = () => {
    turns += 1;
    if (!over) setImmediate(turn);
  };
  turn();
  await unpack(sent(config, new Set()), new Map());
  over = true;
  expect(turns).toBeGreaterThan(3);
});
