// Headless Chromium draws a dashboard and takes its picture; no request leaves it but to Prometheus.
import { existsSync } from 'node:fs';
import { delimiter, extname, join } from 'node:path';
import { type Browser, chromium, type Page, type Route } from 'playwright-core';
import UPNG from 'upng-js';
import type { Drawing, DrawingReport } from '../page/protocol.ts';

const host = 'http://localhost';
/** Where Grafana's icons are asked for, and where its package has them. */
const iconPath = '/public/build/img/icons/';
const iconFolder = join(import.meta.dirname, '../node_modules/@grafana/ui/dist/public/img/icons');
const widthPx = 1600;
const drawWithinMs = 120_000;
/** A palette: a third of the size, and no difference to be seen. */
const mostColors = 256;
const names = ['chromium', 'chromium-browser', 'google-chrome', 'chrome'];
const quiet = ['gpu', 'quic', 'background-networking', 'component-update', 'sync'];
const mediaTypes: Readonly<Record<string, string>> = {
  '': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
};

export interface Picture {
  readonly png: Buffer;
  readonly report: DrawingReport;
}

/** A browser with a profile of its own, which goes with it. */
export function startBrowser(): Promise<Browser> {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const executablePath = names
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .find(existsSync);
  if (executablePath === undefined) throw new Error(`none of ${names.join(', ')} is on the PATH`);
  const args = ['--no-sandbox', '--no-first-run', ...quiet.map((what) => `--disable-${what}`)];
  return chromium.launch({ executablePath, args });
}

/** What the page says went wrong joins the findings of the report. */
export async function takePicture(
  browser: Browser,
  files: ReadonlyMap<string, Uint8Array>,
  prometheusUrl: string,
  drawing: Drawing,
): Promise<Picture> {
  const page = await browser.newPage({ viewport: { width: widthPx, height: 1000 }, timezoneId: 'UTC' });
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(`page: ${error.message}`));
  page.setDefaultTimeout(drawWithinMs);
  await page.route('**/*', (route) => answer(route, files, prometheusUrl));
  await page.goto(`${host}/`);
  const report = await page.evaluate((asked) => globalThis.drawDashboard(asked), drawing);
  const png = await pictureOf(page, report.heightPx);
  await page.close();
  return { png, report: { ...report, findings: [...report.findings, ...complaints] } };
}

async function pictureOf(page: Page, heightPx: number): Promise<Buffer> {
  await page.setViewportSize({ width: widthPx, height: heightPx });
  await page.evaluate(() => globalThis.dashboardSettled());
  const picture = UPNG.decode(Uint8Array.from(await page.screenshot()).buffer);
  return Buffer.from(UPNG.encode(UPNG.toRGBA8(picture), picture.width, picture.height, mostColors));
}

async function answer(route: Route, files: ReadonlyMap<string, Uint8Array>, prometheusUrl: string) {
  const { origin, pathname, search } = new URL(route.request().url());
  if (origin !== host) return route.abort();
  if (pathname.startsWith('/api/v1/')) return proxied(route, `${prometheusUrl}${pathname}${search}`);
  if (pathname.startsWith(iconPath)) {
    return route.fulfill({ path: join(iconFolder, pathname.slice(iconPath.length)) });
  }
  const file = files.get(pathname);
  if (file === undefined) return route.fulfill({ status: 404 });
  return route.fulfill({ body: Buffer.from(file), contentType: mediaTypes[extname(pathname)] ?? '' });
}

async function proxied(route: Route, url: string): Promise<void> {
  const body = route.request().postData();
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const came = await fetch(url, { method: route.request().method(), headers, body });
  await route.fulfill({ status: came.status, contentType: 'application/json', body: await came.text() });
}
