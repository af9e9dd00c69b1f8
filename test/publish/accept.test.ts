// Who gets the special form of an answer: only who asks for it by name.
import { expect, it } from 'vitest';
import { acceptsGzip, asksFor } from '../../src/publish/accept.ts';

const openMetrics = 'application/openmetrics-text';

it.each([
  ['nothing', undefined, false],
  ['an empty header', '', false],
  ['a browser', 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', false],
  ['a wildcard', '*/*', false],
  [
    'Prometheus 2',
    `${openMetrics};version=1.0.0,${openMetrics};version=0.0.1;q=0.75,text/plain;version=0.0.4;q=0.5,*/*;q=0.1`,
    true,
  ],
  [
    'Prometheus 3',
    `${openMetrics};version=1.0.0;escaping=allow-utf-8;q=0.6,text/plain;version=1.0.0;q=0.4,*/*;q=0.2`,
    true,
  ],
  ['Prometheus without OpenMetrics', 'text/plain;version=0.0.4;q=0.5,*/*;q=0.1', false],
  ['an older version alone', `${openMetrics};version=0.0.1`, false],
  ['no version, any case, blanks', ' Application/OpenMetrics-Text ; charset=utf-8', true],
  ['a quoted version', `${openMetrics};version="1.0.0"`, true],
  ['refusing it', `${openMetrics};q=0,text/plain`, false],
  ['preferring the text', `${openMetrics};q=0.2,text/plain;q=0.9`, false],
  ['a weight that is none', `${openMetrics};q=high`, false],
])('OpenMetrics: %s', (_, accept, expected) => {
  expect(asksFor(accept, openMetrics, '1.0.0')).toBe(expected);
});

it.each([
  ['application/json', true],
  ['application/json, text/plain;q=0.5', true],
  ['text/plain, application/json;q=0.9', false],
  ['*/*', false],
])('JSON: %s', (accept, expected) => {
  expect(asksFor(accept, 'application/json')).toBe(expected);
});

it.each([
  [undefined, false],
  ['', false],
  ['gzip', true],
  ['deflate, GZIP;q=0.1', true],
  ['gzip;q=0', false],
  ['*', true],
  ['gzip;q=0, *', false],
  ['br', false],
])('gzip: %s', (accept, expected) => {
  expect(acceptsGzip(accept)).toBe(expected);
});
