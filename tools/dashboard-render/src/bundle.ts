// The page that draws a dashboard, bundled with Grafana's UI packages: its files by their path on the page's host.
import { join, relative } from 'node:path';
import { build } from 'esbuild';

const page = join(import.meta.dirname, '../page');

export async function bundlePage(): Promise<ReadonlyMap<string, Uint8Array>> {
  const built = await build({
    entryPoints: [join(page, 'main.tsx')],
    outdir: page,
    bundle: true,
    write: false,
    format: 'iife',
    target: 'es2022',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"', global: 'globalThis' },
    loader: { '.woff2': 'file', '.woff': 'empty', '.ttf': 'empty' },
    assetNames: '[name]',
    publicPath: '/',
    logLevel: 'error',
  });
  const files = built.outputFiles.map(
    ({ path, contents }) => [`/${relative(page, path)}`, contents] as const,
  );
  return new Map([...files, ['/', Buffer.from(frame)]]);
}

const frame = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Dashboard</title>
<link rel="stylesheet" href="/main.css"></head>
<body><div id="dashboard"></div><script src="/main.js"></script></body></html>`;
