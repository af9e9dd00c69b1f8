// What every page is set in: head, style, the way back to the fleet. No script, no assets.
import { createHash } from 'node:crypto';
import { type Html, html } from './html.ts';

const refreshSeconds = 30;

/** Fixed columns: no name, however long, takes the width of another. On a phone a row is a block of its own. */
const style = `body{font:16px/1.5 system-ui,sans-serif;max-width:75rem;margin:2rem auto;padding:0 1rem}
h1,h2,h3,h4{line-height:1.2;overflow-wrap:anywhere}h2{margin:2rem 0 .5rem}h4{margin:1rem 0 .5rem}
table{border-collapse:collapse;table-layout:fixed;width:100%}caption{text-align:left}
th,td{text-align:left;vertical-align:top;padding:.4rem .8rem .4rem 0;overflow-wrap:anywhere}
tr{border-top:1px solid #bbb}ul{list-style:none;margin:0;padding:0}
small{display:block;color:#555;font-weight:400}tbody th{font-weight:600}
.narrow{width:9rem}.wide{width:32%}
dl{display:grid;grid-template-columns:max-content minmax(0,1fr);gap:.1rem 1rem;margin:0}
dt{color:#555}dd{margin:0;overflow-wrap:anywhere}
pre{font:13px/1.4 ui-monospace,monospace;background:#f4f4f4;padding:.6rem;margin:.5rem 0;max-height:24rem;overflow:auto;white-space:pre-wrap;overflow-wrap:anywhere}
@media(min-width:50rem){.pair{display:grid;grid-template-columns:repeat(2,minmax(0,1fr));gap:0 2rem}}
@media(max-width:50rem){
colgroup,thead{display:none}table,caption,tbody,tr,th,td{display:block}
tr{padding:.6rem 0}th,td{padding:.1rem 0}td:empty{display:none}
td::before{content:attr(data-label) ": ";color:#555}
}`;

const styleElement: Html = { markup: `<style>${style}</style>` };

export const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
};

interface Frame {
  readonly title: string;
  /** Whether the page is read anew every 30 s. */
  readonly refreshes: boolean;
  /** Ways to other pages, before what this one is about. */
  readonly nav?: Html;
  readonly body: Html;
}

/** A whole page. */
export function framed({ title, refreshes, nav = html``, body }: Frame): string {
  const refresh = html`<meta http-equiv="refresh" content="${refreshSeconds}">\n`;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${refreshes ? refresh : ''}<title>${title} - Picket</title>
${styleElement}
</head>
<body>
${nav}<main>
${body}</main>
</body>
</html>
`.markup;
}

/** Pages below the fleet's, which lead back to it and to the same as JSON. */
export function framedBelow(page: Frame & { readonly prefix: string; readonly jsonPath: string }): string {
  const { prefix, jsonPath, title, body } = page;
  const nav = html`<nav><a href="${prefix}/">All deployments</a> · <a href="${prefix}${jsonPath}">JSON</a></nav>\n`;
  return framed({ ...page, nav, body: html`<h1><bdi>${title}</bdi></h1>\n${body}` });
}
