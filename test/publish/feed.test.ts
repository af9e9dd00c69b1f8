// The feed of incidents: the whole text of one, its ids, its bounds, and that no title can break it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Incident } from '../../src/model/belief.ts';
import { maxEntries, maxEntryUpdates, renderFeed } from '../../src/publish/feed.ts';
import { anIncident, aSnapshot } from '../fixtures/snapshot.ts';
import { textsOf, validateAtom } from '../fixtures/xml.ts';

const golden = readFileSync(join(import.meta.dirname, '..', 'fixtures', 'feed.atom'), 'utf8');
const at = (hours: number, minutes: number) => Date.UTC(2026, 10, 21, hours, minutes);
const resolved = anIncident({
  id: 'inc_2',
  title: 'R&D <media>: files check fails (http_status 503)',
  status: 'resolved',
  impact: 'minor',
  createdMs: at(8, 0),
  resolvedMs: at(8, 30),
  updates: [
    { atMs: at(8, 0), state: 'degraded_performance', text: 'files check fails (http_status 503)' },
    { atMs: at(8, 30), state: 'operational', text: 'resolved: operational again' },
  ],
});
const feedOf = (incidents: readonly Incident[], base = 'https://status.example.test/picket') =>
  renderFeed(aSnapshot({ incidents }), base);

it('is the feed written by hand from RFC 4287', () => {
  expect(feedOf([anIncident(), resolved])).toBe(golden);
});

describe('a feed is valid', () => {
  it.each([
    ['with incidents', golden],
    ['without', feedOf([])],
    ['with links that are relative', feedOf([anIncident(), resolved], '/picket')],
    ['of an incident without updates', feedOf([anIncident({ updates: [] })])],
  ])('%s', (_, text) => {
    validateAtom(text);
  });

  // What the grammar cannot say (RFC 4287, sections 4.1.1, 4.1.2 and 4.2.6).
  it('has an author for all entries, and ids that are absolute and differ', () => {
    expect(textsOf(golden, '/a:feed/a:author/a:name')).toEqual(['Picket']);
    const ids = textsOf(golden, '//a:id');
    expect(new Set(ids).size).toBe(3);
    for (const id of ids) {
      expect(id).toMatch(/^urn:uuid:[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
    }
  });

  it.each([
    ['without an id', '<id>urn:uuid:92b3e0f8-63c2-8e3d-a7cf-4590a1f53b57</id>\n', ''],
    ['with two titles', '<author>', '<title>x</title><author>'],
    ['with a time of another form', '2026-11-21T09:50:00Z</published>', '21.11.2026</published>'],
    ['with a text of no known type', '<title type="text">R', '<title type="plain">R'],
    ['with an attribute that is not Atom', '<entry>', '<entry at="x">'],
    ['with a link without an address', 'href="https://status.example.test/picket/incidents"', ''],
    ['not well-formed', '</feed>', ''],
    ['with a character that is not of XML', 'R&amp;D', 'R\u0001D'],
  ])('and would be rejected %s', (_, part, instead) => {
    expect(golden).toContain(part);
    expect(() => validateAtom(golden.replace(part, instead))).toThrow(/./);
  });
});

describe('an id', () => {
  const ids = (text: string) => textsOf(text, '//a:id');

  it('is the same at any host, and of an incident whatever becomes of it', () => {
    const later = anIncident({ title: 'x', status: 'resolved', impact: 'minor' });
    expect(ids(feedOf([later], 'http://other.example.test'))).toEqual(ids(feedOf([anIncident()])));
  });

  it('of the feed is of where checks are performed from', () => {
    const vantage = { code: 'ams1', name: 'Amsterdam', zone: 'eu-west', country: 'NL' };
    expect(ids(renderFeed(aSnapshot({ vantage }), ''))).not.toEqual(ids(feedOf([])));
  });
});

describe('what somebody else wrote', () => {
  it.each([
    ['markup', '<script>alert(1)</script> & "quoted" \'too\''],
    ['the end of a CDATA section', ']]><entry/>'],
    ['an entity', '&lt; &#60; &copy;'],
  ])('is text: %s', (_, title) => {
    const text = feedOf([anIncident({ title, updates: [{ atMs: 0, state: 'unknown', text: title }] })]);
    validateAtom(text);
    expect(textsOf(text, '//a:entry/a:title')).toEqual([title]);
    expect(textsOf(text, '//a:entry/a:content')).toEqual([`1970-01-01T00:00:00Z Unknown: ${title}\n`]);
  });

  it.each([
    ['control characters', 'a\0b\u0001c\u001bd\n\r\te\u0085f', 'a�b�c�d���e�f'],
    ['surrogates without the other half', 'a\ud800b\udfffc', 'a�b�c'],
    ['what is no character', 'a\ufffe\uffffb', 'a��b'],
    ['what turns the direction of text', 'a\u202eb\u2066c\u200fd', 'a�b�c�d'],
  ])('is without %s', (_, title, shown) => {
    const text = Buffer.from(feedOf([anIncident({ title })]));
    validateAtom(text);
    expect(textsOf(text, '//a:entry/a:title')).toEqual([shown]);
  });

  it('may be of any script', () => {
    const title = 'Dateien Zürich, 文件, ملفات, 😀';
    expect(textsOf(Buffer.from(feedOf([anIncident({ title })])), '//a:entry/a:title')).toEqual([title]);
  });
});

describe('bounds', () => {
  it(`are the newest ${maxEntries} incidents, as they are given`, () => {
    const many = Array.from({ length: maxEntries + 10 }, (_, index) => anIncident({ title: `${index}` }));
    const titles = textsOf(feedOf(many), '//a:entry/a:title');
    expect(titles).toEqual(many.slice(0, maxEntries).map(({ title }) => title));
  });

  it(`and of each the newest ${maxEntryUpdates} updates, with how many there were before`, () => {
    const updates = Array.from({ length: maxEntryUpdates + 2 }, (_, index) => ({
      ...{ atMs: at(1, index), state: 'unknown' as const },
      text: `update ${index}`,
    }));
    const [content = ''] = textsOf(feedOf([anIncident({ updates })]), '//a:content');
    const lines = content.trimEnd().split('\n');
    expect(lines).toHaveLength(maxEntryUpdates + 1);
    expect(lines[0]).toBe('2026-11-21T01:21:00Z Unknown: update 21');
    expect(lines.slice(-2)).toEqual(['2026-11-21T01:02:00Z Unknown: update 2', 'and 2 more before']);
  });
});

it('was updated when the newest of its entries was, whichever was opened last', () => {
  const longest = anIncident({ updates: [{ atMs: at(23, 0), state: 'unknown', text: '' }] });
  expect(textsOf(feedOf([anIncident({ createdMs: at(20, 0) }), longest]), '/a:feed/a:updated')).toEqual([
    '2026-11-21T23:00:00Z',
  ]);
});
