// Everything that is wrong with a text is told, by our own words; something, where the other parser finds nothing.
import { expect, test } from 'vitest';
import { complaintsOf } from '../../src/config/complaints.ts';

test('all of it, in order', () => {
  expect(complaintsOf('a: "\\q"\nb: @x', 4)).toEqual([
    { offset: 4, observed: 'an escape that is not known in a text in double quotes' },
    { offset: 11, observed: 'a text that needs quotes: it begins with a reserved character' },
  ]);
});

test('a text the other parser can read, where ours stopped', () => {
  expect(complaintsOf('a: 1', 3)).toEqual([{ offset: 3, observed: 'what the YAML parser cannot read' }]);
});
