// States as they are shown: each has a word, and a shape that is its own.
import { expect, it } from 'vitest';
import { states } from '../../../src/model/states.ts';
import { marked, sprites } from '../../../src/publish/page/mark.ts';

it('has the word beside the mark', () => {
  expect(marked('major_outage').markup).toBe(
    '<span class="state s-major_outage"><svg class="mark" aria-hidden="true"><use href="#m-major_outage"/></svg>Major outage</span>',
  );
});

it('has another text where that is asked for, as text', () => {
  expect(marked('unknown', '<API>').markup).toContain('</svg>&lt;API&gt;</span>');
});

it.each(states)('finds the shape of %s in the page', (state) => {
  const shapes = [...sprites.markup.matchAll(/<symbol id="m-(\w+)"[^>]*><path [^>]*d="([^"]+)"/g)];
  const [, , shape] = shapes.find(([, name]) => name === state) ?? [];
  expect(shapes.filter(([, , other]) => other === shape)).toHaveLength(1);
});
