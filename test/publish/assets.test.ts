// What the pages load: complete, small, kept for good, and of nobody else.
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readAssets } from '../../src/publish/assets.ts';
import { ask } from '../fixtures/served.ts';

const { hash, files } = readAssets();
const at = (name: string) => `/assets/${hash}/${name}`;
const maxCompressedBytes = 60_000;

describe('assets', () => {
  it('are one set: the same while nothing changes', () => {
    expect(hash).toMatch(/^[0-9a-f]{12}$/);
    expect(readAssets().hash).toBe(hash);
  });

  it('are small, all scripts and styles together', () => {
    const loaded = [...files].filter(([name]) => /\.(js|css)$/.test(name));
    const bytes = loaded.reduce((sum, [, { body }]) => sum + gzipSync(body, { level: 9 }).length, 0);
    expect(loaded.length).toBeGreaterThan(5);
    expect(bytes).toBeGreaterThan(20_000);
    expect(bytes).toBeLessThan(maxCompressedBytes);
  });

  it.each([...files.keys()].filter((name) => name.endsWith('.js')))(
    '%s imports only what is served beside it',
    (name) => {
      const text = String(files.get(name)?.body);
      const imported = [...text.matchAll(/(?:from|import)\s*\(?'([^']+)'/g)].map(([, path]) => path ?? '');
      for (const path of imported) expect([...files.keys()]).toContain(path.replace(/^\.\//, ''));
    },
  );
});

describe('an asset over HTTP', () => {
  it.each([
    ['page.js', 'text/javascript; charset=utf-8'],
    ['picket.css', 'text/css; charset=utf-8'],
    ['icon.svg', 'image/svg+xml'],
    ['uplot.js', 'text/javascript; charset=utf-8'],
  ])('%s is %s, and kept for good', async (name, contentType) => {
    const { statusCode, headers, rawPayload } = await ask(at(name));
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      'content-type': contentType,
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'Accept-Encoding',
      'x-content-type-options': 'nosniff',
    });
    expect(rawPayload).toEqual(files.get(name)?.body);
  });

  it('is packed for who accepts it', async () => {
    const { headers, rawPayload } = await ask(at('uplot.js'), {}, { 'accept-encoding': 'gzip' });
    expect(headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(rawPayload)).toEqual(files.get('uplot.js')?.body);
  });

  it('is there for a page of another version, too, and not kept', async () => {
    const { statusCode, headers, rawPayload } = await ask('/assets/000000000000/page.js');
    expect(statusCode).toBe(200);
    expect(headers['cache-control']).toBe('no-store');
    expect(rawPayload).toEqual(files.get('page.js')?.body);
  });

  it.each(['/assets/page.js', at('nothing.js'), at('..%2f..%2fpackage.json'), at('__proto__')])(
    'is not at %s',
    async (path) => {
      expect((await ask(path)).statusCode).toBe(404);
    },
  );
});
