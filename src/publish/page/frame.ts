// What every page is set in: head, style and modules, the ways to other pages, and when it was told.
import { type Html, html } from './html.ts';
import { sprites } from './mark.ts';
import { moment } from './words.ts';

const refreshSeconds = 30;

export const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; '),
};

/** Where the pages are served. */
export interface Site {
  /** What stands before every path of ours: empty, or `/picket`. */
  readonly prefix: string;
  /** Hash of the assets: the last part of the path they are under. */
  readonly assets: string;
}

export interface Frame {
  readonly site: Site;
  /** Of the snapshot that the page tells: what changed after it, its modules ask for. */
  readonly atMs: number;
  readonly title: string;
  /** Modules and styles beside those of every page: `fleet.js`, `uplot.css`. */
  readonly assets?: readonly string[];
  /** The page is about this deployment alone; else any change may be one of it. */
  readonly deployment?: string;
  /** Whether a browser without modules reads it anew every 30 s; not under the eyes of who reads evidence. */
  readonly refreshes: boolean;
  /**
   * Whether the modules of every page keep its parts as they are now, as they do if nothing is said: not where nothing more
   * will happen to what it tells, nor where a module of its own does it.
   */
  readonly isLive?: boolean;
  /** Where the same is told as JSON; null where it is not. */
  readonly jsonPath: string | null;
  readonly body: Html;
}

const refresh = html`<noscript><meta http-equiv="refresh" content="${refreshSeconds}"></noscript>\n`;

/** Of a part with an id: modules keep it as the server tells it. */
export const live = html` data-live`;

/** What is to be told aloud of a part when it has become another sentence: names and states, never times that move on. */
export function news(sentence: string): Html {
  return html` data-news="${sentence}"`;
}

/** A whole page. */
export function framed(frame: Frame): string {
  const { site, atMs, title, deployment, refreshes, jsonPath, isLive = true, body } = frame;
  const { prefix } = site;
  // Until a module keeps it as it is now.
  const unheard = refreshes || isLive ? html` data-unheard` : html``;
  const about = deployment === undefined ? html`` : html` data-deployment="${deployment}"`;
  return html`<!doctype html>
<html lang="en" data-prefix="${prefix}" data-assets="${site.assets}" data-at="${atMs}"${unheard}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} - Picket</title>
${links(frame)}${refreshes ? refresh : ''}</head>
<body>
<a class="skip" href="#main">Skip to content</a>
${sprites}
<header>
<strong>Picket</strong>
<nav aria-label="Pages"><ul>
<li><a href="${prefix}/">Deployments</a></li>
<li><a href="${prefix}/incidents">Incidents</a></li>
<li><a href="${prefix}/feed.atom">Feed</a></li>
</ul></nav>
</header>
<div id="lost" role="alert"></div>
<p class="quiet" id="news" role="status"></p>
<main id="main"${about}>
${body}</main>
<footer>
${toldAt(site, atMs, jsonPath, isLive)}<p id="zone">Times are UTC.</p>
</footer>
</body>
</html>
`.markup;
}

/** When the page was told, and where as JSON. */
export function toldAt({ prefix }: Site, atMs: number, jsonPath: string | null, isLive: boolean): Html {
  const same = jsonPath === null ? '' : html` The same as <a href="${prefix}${jsonPath}">JSON</a>.`;
  return html`<p id="told"${isLive ? live : ''}>Told at ${moment(atMs)}.${same}</p>\n`;
}

function links({ site: { prefix, assets: hash }, assets = [] }: Frame): Html {
  const base = `${prefix}/assets/${hash}`;
  const styles = ['picket.css', ...assets.filter((name) => name.endsWith('.css'))];
  const modules = ['page.js', ...assets.filter((name) => name.endsWith('.js'))];
  return html`<link rel="icon" href="${base}/icon.svg">
<link rel="alternate" type="application/atom+xml" title="Incidents" href="${prefix}/feed.atom">
${styles.map((name) => html`<link rel="stylesheet" href="${base}/${name}">\n`)}${modules.map((name) => html`<script type="module" src="${base}/${name}"></script>\n`)}`;
}
