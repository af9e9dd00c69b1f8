// A part that is kept current can be found again, empty or not.
import { expect, it } from 'vitest';
import { news } from '../../../src/publish/page/frame.ts';
import { html } from '../../../src/publish/page/html.ts';
import { livePart } from '../../../src/publish/page/part.ts';

it.each([html``, html`<p>x</p>`])('has its id, and is marked', (body) => {
  expect(livePart('drift', body).markup).toBe(`<div id="drift" data-live>\n${body.markup}</div>\n`);
});

it('has what to tell aloud of it when that changes', () => {
  expect(livePart('head', html``, news('A "B": Unknown')).markup).toBe(
    '<div id="head" data-live data-news="A &quot;B&quot;: Unknown">\n</div>\n',
  );
});
