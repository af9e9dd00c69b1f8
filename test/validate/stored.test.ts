// What is custom for files and media objects: told as information, and only of what has its form.
import { expect, test } from 'vitest';
import { answer, fixture } from '../fixtures/observation.ts';
import { deploymentOf, runOf, said } from './round.ts';

const run = (kind: 'file-storage' | 'media', endpoint: 'files' | 'media', field: string, value: string) => {
  const { object, data } = JSON.parse(fixture(endpoint));
  const body = JSON.stringify({ object, data: [{ ...data[0], [field]: value }] });
  return said(runOf(deploymentOf(kind), endpoint, answer(endpoint, body)));
};

const hex = '0123456789abcdef'.repeat(4);

test.each([
  [`sha256:${hex}`, []],
  [`sha256:${hex.toUpperCase()}`, []],
  ...[hex.slice(1), `${hex}0`, `${hex.slice(1)}g`, `${hex}\n`].map((digest) => [
    `sha256:${digest}`,
    [`info meaning.checksum_digest data[0].checksum: sha256:${digest.replace('\n', '\\u{a}')}`],
  ]),
  ['md5:0', ['info drift.unknown_word data[0].checksum: md5']],
  ['sha256:', ['warning shape.format data[0].checksum: string "sha256:"']],
])('meaning.checksum_digest: %j', (checksum, expected) => {
  expect(run('file-storage', 'files', 'checksum', String(checksum))).toEqual(expected);
});

test.each([
  ['image/png', []],
  ['VIDEO/mp4; codecs="avc1"', []],
  ['application/pdf', ['info meaning.media_kind data[0].content_type: application/pdf']],
  ['imagery/png', ['info meaning.media_kind data[0].content_type: imagery/png']],
  ['image', ['warning shape.format data[0].content_type: string "image"']],
])('meaning.media_kind: %j', (type, expected) => {
  expect(run('media', 'media', 'content_type', type)).toEqual(expected);
});
