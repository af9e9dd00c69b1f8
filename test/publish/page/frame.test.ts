// What is around every page: its title, the ways to others, its modules, and what becomes of it without them.
import { expect, it } from 'vitest';
import { framed } from '../../../src/publish/page/frame.ts';
import { html } from '../../../src/publish/page/html.ts';
import { siteAt } from '../../fixtures/page.ts';
import { nowMs } from '../../fixtures/snapshot.ts';

const frame = {
  site: siteAt('/picket'),
  atMs: nowMs,
  title: 'A <b> & c',
  refreshes: true,
  jsonPath: '/api/v2/x',
  body: html`<p>x</p>`,
};

it('has the title as text, and the body as markup', () => {
  const told = framed(frame);
  expect(told).toContain('<title>A &lt;b&gt; &amp; c - Picket</title>');
  expect(told).toContain('<main id="main">\n<p>x</p></main>');
});

it('has a place for what is told aloud, empty at first and outside of what is replaced', () => {
  expect(framed(frame)).toContain('<p class="quiet" id="news" role="status"></p>\n<main');
});

it('leads to the fleet, the incidents, the feed and the same as JSON', () => {
  const links = [...framed(frame).matchAll(/<a href="([^"]+)"/g)].map(([, link]) => link);
  expect(links).toEqual(['/picket/', '/picket/incidents', '/picket/feed.atom', '/picket/api/v2/x']);
});

it('tells modules where they are, and what they have missed', () => {
  expect(framed(frame)).toContain(
    `<html lang="en" data-prefix="/picket" data-assets="abc" data-at="${nowMs}" data-unheard>`,
  );
  expect(framed({ ...frame, deployment: 'files-eu' })).toContain(
    '<main id="main" data-deployment="files-eu">',
  );
});

it('waits for modules where there is something to follow alone', () => {
  const waits = (told: Partial<Parameters<typeof framed>[0]>) =>
    framed({ ...frame, ...told }).includes(' data-unheard>');
  expect(waits({ refreshes: false, isLive: true })).toBe(true);
  expect(waits({ refreshes: true, isLive: false })).toBe(true);
  expect(waits({ refreshes: false, isLive: false })).toBe(false);
});

it('loads style and modules of its own from us alone', () => {
  const told = framed({ ...frame, assets: ['chart.js', 'uplot.css'] });
  expect([...told.matchAll(/(?:src|stylesheet" href)="([^"]+)"/g)].map(([, path]) => path)).toEqual(
    ['picket.css', 'uplot.css', 'page.js', 'chart.js'].map((name) => `/picket/assets/abc/${name}`),
  );
});

it('is read anew by browsers without modules alone, where that is asked for', () => {
  expect(framed(frame)).toContain('<noscript><meta http-equiv="refresh" content="30"></noscript>');
  expect(framed({ ...frame, refreshes: false })).not.toContain('http-equiv');
});

it('is left as it is where nothing more will happen', () => {
  expect(framed(frame)).toContain('<p id="told" data-live>');
  expect(framed({ ...frame, isLive: false })).toContain('<p id="told">');
});
