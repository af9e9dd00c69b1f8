// Bodies as evidence lays them out: line by line where they are JSON, and never other than they came.
import { expect, it } from 'vitest';
import { indented } from '../../../src/publish/page/indented.ts';

it.each([
  [
    'objects and lists',
    '{"a": [1,{"b":true}],"c":null}',
    '{\n  "a": [\n    1,\n    {\n      "b": true\n    }\n  ],\n  "c": null\n}',
  ],
  ['empty ones, on their line', '{"a":[],"b":{ }}', '{\n  "a": [],\n  "b": {}\n}'],
  [
    'numbers and names as they were written',
    '{"n":1e400,"n":12345678901234567890}',
    '{\n  "n": 1e400,\n  "n": 12345678901234567890\n}',
  ],
  ['what looks like JSON in a string', '["x,[{\\"y: "]', '[\n  "x,[{\\"y: "\n]'],
])('lays out %s', (_, body, laidOut) => {
  expect(indented(body, false)).toBe(laidOut);
});

it.each([
  ['in a string', '{"a":"b c', '{\n  "a": "b c'],
  ['in an escape', '{"a":"b\\', '{\n  "a": "b\\'],
  ['in a word', '[tru', '[\n  tru'],
  ['between', '{"a":1,', '{\n  "a": 1,'],
])('lays out the beginning of JSON that was cut %s', (_, body, laidOut) => {
  expect(indented(body, true)).toBe(laidOut);
});

it.each([
  ['text', 'out of order', false],
  ['a page', '<html>', true],
  ['text that begins like JSON', '[error] out of order', true],
  ['what is no JSON, though all of it is there', '{"a":"b', false],
  ['JSON laid out already', '{\n "a": 1 }', false],
  ['a string', '"a"', false],
  ['nothing', '', false],
])('leaves %s as it is', (_, body, isCut) => {
  expect(indented(body, isCut)).toBe(body);
});

it('is bounded, however deep', () => {
  const body = '['.repeat(4_096);
  const laidOut = indented(body, true);
  expect(laidOut.length).toBeLessThan(18 * body.length);
  expect(laidOut.replace(/\s/g, '')).toBe(body);
});
