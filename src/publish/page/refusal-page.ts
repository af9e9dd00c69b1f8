// What was refused, as a page: for who follows a link to what is not there.
import { framed, type Site } from './frame.ts';
import { html } from './html.ts';

const titles: Readonly<Record<number, string>> = { 400: 'Cannot be asked like that', 404: 'Not found' };

export function renderRefusalPage(status: number, message: string, site: Site, atMs: number): string {
  const isAbsent = status === 404;
  const title = titles[status] ?? 'Something went wrong';
  return framed({
    site,
    atMs,
    title,
    refreshes: isAbsent,
    assets: isAbsent ? ['absent.js'] : [],
    isLive: false,
    jsonPath: null,
    body: html`<h1>${title}</h1>
<p>${message}</p>
<p>${isAbsent ? 'It may have been removed from the configuration, or be older than what is kept. ' : ''}See <a href="${site.prefix}/">all deployments</a> or <a href="${site.prefix}/incidents">the incidents</a>.</p>
`,
  });
}
