// States as they are shown: each has a word, and a shape that is its own.
import { expect, it } from 'vitest';
import { states } from '../../../src/model/states.ts';
import { marked, markedImpact, sprites } from '../../../src/publish/page/mark.ts';

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

it.each([
  ['minor', 's-degraded_performance', '#m-degraded_performance', 'Minor'],
  ['major', 's-partial_outage', '#m-partial_outage', 'Major'],
  ['critical', 's-major_outage', '#m-major_outage', 'Critical'],
  ['<none>', 's-unknown', '#m-unknown', '&lt;none&gt;'],
])('gives the impact %s the mark of the state that makes it', (impact, colour, mark, word) => {
  expect(markedImpact(impact).markup).toBe(
    `<span class="state ${colour}"><svg class="mark" aria-hidden="true"><use href="${mark}"/></svg>${word}</span>`,
  );
});
