// What the pages load from us: modules, style and uPlot, under a path that changes with their content.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';
import { acceptsGzip } from './accept.ts';
import type { App } from './app.ts';
import { Refusal } from './refusal.ts';

export interface Assets {
  /** Of all of them together. */
  readonly hash: string;
  /** By file name. */
  readonly files: ReadonlyMap<string, Asset>;
}

interface Asset {
  readonly body: Buffer;
  readonly contentType: string;
}

const contentTypes: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

const browserFolder = join(import.meta.dirname, '..', 'browser');
const hashCharacters = 12;

/** Read once, at the start: modules as they stand in the folder, and uPlot as its authors minified it. */
export function readAssets(): Assets {
  const own = readdirSync(browserFolder).filter((name) => extname(name) in contentTypes);
  const texts = new Map(own.map((name) => [name, readFileSync(join(browserFolder, name), 'utf8')]));
  for (const [name, text] of uplot()) texts.set(name, text);
  const sorted = [...texts].sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    hash: createHash('sha256').update(JSON.stringify(sorted)).digest('hex').slice(0, hashCharacters),
    files: new Map(
      sorted.map(([name, text]) => [
        name,
        { body: Buffer.from(text), contentType: contentTypes[extname(name)] ?? '' },
      ]),
    ),
  };
}

/** Its minified file sets a variable: one more line makes a module of it, half as large as the one it ships. */
function uplot(): (readonly [string, string])[] {
  const require = createRequire(import.meta.url);
  const read = (name: string) => readFileSync(require.resolve(`uplot/dist/${name}`), 'utf8');
  return [
    ['uplot.js', `${read('uPlot.iife.min.js')}\nexport default uPlot;\n`],
    ['uplot.css', read('uPlot.min.css')],
  ];
}

/** Kept by browsers: another content has another path. */
const forGood = 'public, max-age=31536000, immutable';
const pack = promisify(gzip);

export function assetRoutes(app: App, { hash, files }: Assets): void {
  const packed = new Map<Asset, Promise<Buffer>>();
  const packedOf = (asset: Asset) => {
    const known = packed.get(asset) ?? pack(asset.body, { level: constants.Z_BEST_COMPRESSION });
    packed.set(asset, known);
    return known;
  };
  app.get<{ Params: { hash: string; name: string } }>(
    '/assets/:hash/:name',
    { schema: { hide: true } },
    async (request, reply) => {
      const asset = files.get(request.params.name);
      if (asset === undefined) throw new Refusal(404, 'not_found', 'There is nothing at this path.');
      // A page told by the version before us gets what is here: it learns that it is old, and loads itself anew.
      reply
        .header('content-type', asset.contentType)
        .header('cache-control', request.params.hash === hash ? forGood : 'no-store')
        .header('vary', 'Accept-Encoding');
      if (!acceptsGzip(request.headers['accept-encoding'])) return reply.send(asset.body);
      return reply.header('content-encoding', 'gzip').send(await packedOf(asset));
    },
  );
}
