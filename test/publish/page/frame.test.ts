// What is around every page: its title, the way back, and reading it anew.
import { expect, it } from 'vitest';
import { framed, framedBelow } from '../../../src/publish/page/frame.ts';
import { html } from '../../../src/publish/page/html.ts';

const page = { title: 'A <b> & c', refreshes: false, body: html`<p>x</p>` };

it('has the title as text, and the body as markup', () => {
  const told = framed(page);
  expect(told).toContain('<title>A &lt;b&gt; &amp; c - Picket</title>');
  expect(told).toContain('<body>\n<main>\n<p>x</p></main>\n</body>');
});

it('is read anew only where that is asked for', () => {
  expect(framed(page)).not.toContain('http-equiv');
  expect(framed({ ...page, refreshes: true })).toContain('<meta http-equiv="refresh" content="30">');
});

it('leads back to the fleet and to the JSON, and has the title as its heading', () => {
  const told = framedBelow({ ...page, prefix: '/picket', jsonPath: '/api/v2/x' });
  expect(told).toContain('<a href="/picket/">All deployments</a> · <a href="/picket/api/v2/x">JSON</a>');
  expect(told).toContain('</nav>\n<main>\n<h1><bdi>A &lt;b&gt; &amp; c</bdi></h1>\n<p>x</p></main>');
});
