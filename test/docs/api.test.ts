// docs/api.md tells of every path there is, and of every code an error may have.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { maxEvents, maxEventsBytes } from '../../src/publish/events.ts';
import { maxEntries, maxEntryUpdates } from '../../src/publish/feed.ts';
import { beatEveryMs, gatherMs, maxViewers, maxWaitingBytes } from '../../src/publish/viewers.ts';
import { ask } from '../fixtures/served.ts';

const root = join(import.meta.dirname, '..', '..');
const page = readFileSync(join(root, 'docs', 'api.md'), 'utf8');
const plain = page.replace(/\s+/g, ' ');

describe('the page on the HTTP API', () => {
  it('has every path of the OpenAPI document, and no other', async () => {
    const { paths } = (await ask('/openapi.json')).json();
    const [, table = ''] = /\n\| path .*\n\|---.*\n((?:\|.*\n)+)/.exec(page) ?? [];
    const told = table.split('\n').flatMap((row) => [...(row.split(' | ')[0] ?? '').matchAll(/`([^`]+)`/g)]);
    const pages = ['/', '/deployments/{id}', '/incidents', '/incidents/{id}'];
    expect(told.map(([, path]) => path).toSorted()).toEqual([...Object.keys(paths), ...pages].toSorted());
  });

  it('has every code of an error', () => {
    const folder = join(root, 'src', 'publish');
    const sources = readdirSync(folder)
      .filter((name) => name.endsWith('.ts'))
      .map((name) => readFileSync(join(folder, name), 'utf8'))
      .join('\n');
    const codes = [...sources.matchAll(/(?:new Refusal\(|sendError\(reply,)\s*\d{3},\s*'(\w+)'/g)].map(
      ([, code]) => code,
    );
    expect(codes.length).toBeGreaterThan(8);
    for (const code of codes) expect(page).toContain(`\`${code}\``);
  });

  it('has the bounds as they are', () => {
    for (const bound of [
      `within ${gatherMs} ms`,
      `every ${beatEveryMs / 1000} s`,
      `the newest ${maxEvents.toLocaleString('en')} events, at most ${maxEventsBytes / 1024} KiB`,
      `At most ${maxViewers} may listen`,
      `once ${maxWaitingBytes / 1024} KiB wait`,
      `the newest ${maxEntries} incidents, each with its newest ${maxEntryUpdates} updates`,
    ]) {
      expect(plain).toContain(bound);
    }
  });
});
