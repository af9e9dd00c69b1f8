// What was kept of a transition as a part of a page: the answers side by side, and bodies that try to be markup.
import { describe, expect, it } from 'vitest';
import type { Evidence } from '../../../src/model/evidence.ts';
import { incidentWithEvidence } from '../../../src/publish/incident.ts';
import { evidenceTold } from '../../../src/publish/page/evidence.ts';
import { anEvidence, anExhibit } from '../../fixtures/deviations.ts';
import { anIncident } from '../../fixtures/snapshot.ts';

const told = (over: Partial<Evidence> = {}) =>
  incidentWithEvidence(anIncident(), [anEvidence(over)]).evidence.map(evidenceTold)[0]?.markup ?? '';

const headings = (markup: string) => [...markup.matchAll(/<h3>([^<]+)</g)].map(([, heading]) => heading);

describe('evidence', () => {
  const markup = told();

  it.each([
    ['whose answer, and when', 'status check, <time datetime="2026-11-21T09:50:00Z"'],
    ['what came', '<dt>HTTP status</dt><dd>500</dd>'],
    ['why that fails', '<dt>Reason</dt><dd>http_status</dd>'],
    [
      'a body line by line, where a keyboard gets to',
      '<pre tabindex="0" role="group" aria-label="Body of the failing answer"><bdi>{\n  &quot;status&quot;: &quot;major_outage&quot;\n}</bdi></pre>',
    ],
    ['that a body is cut', '<dd>9000 bytes, of which this is the beginning</dd>'],
    ['that another is not', '<dd>24 bytes</dd>'],
    [
      'headers, folded',
      '<details><summary>1 header</summary>\n<pre tabindex="0" role="group" aria-label="Headers of the last good answer"><bdi>content-type: application/json</bdi></pre>\n</details>',
    ],
    [
      'the difference, its sides apart by more than a colour',
      '<th scope="row"><code><bdi>status</bdi></code></th>\n<td data-label="Last good"><code class="was"><bdi>&quot;operational&quot;</bdi></code></td>\n<td data-label="Failing"><code class="is"><bdi>&quot;major_outage&quot;</bdi></code></td>',
    ],
  ])('shows %s', (_, part) => {
    expect(markup).toContain(part);
  });

  it('tells the difference first, then what was before what is, as the table has it', () => {
    expect(markup.indexOf('<table>')).toBeLessThan(markup.indexOf('<h3>'));
    expect(headings(markup)).toEqual(['The last good answer', 'The failing answer']);
  });

  it('does not call the answer that resolved it the last good one', () => {
    const markup = told({ transition: 'incident_resolved', failing: null, difference: [] });
    expect(headings(markup)).toEqual(['The good answer']);
    expect(markup).not.toContain('<table');
  });

  it('says that no good answer was seen', () => {
    const markup = told({ good: null, difference: [] });
    expect(markup).toContain('<p>No good answer was seen before it.</p>');
    expect(headings(markup)).toEqual(['The failing answer']);
  });

  it('says what is absent from one of the two', () => {
    const difference = [{ path: 'a', good: null, failing: '1' }];
    expect(told({ difference })).toContain('<td data-label="Last good"><i>absent</i></td>');
  });

  it('names the whole document where nothing of the two is alike', () => {
    const difference = [{ path: '', good: '[]', failing: '{}' }];
    expect(told({ difference })).toContain('<th scope="row">the whole</th>');
  });

  it('shows a failure without an answer', () => {
    const failure = { kind: 'connect', phase: 'connect', code: 'ECONNREFUSED', message: 'refused' } as const;
    const failing = anExhibit({ reason: 'connect', failure, status: null, headers: {}, body: null });
    const markup = told({ failing, good: null, difference: [] });
    expect(markup).toContain('<dt>HTTP status</dt><dd>none</dd>');
    expect(markup).toContain('<bdi>ECONNREFUSED</bdi> in connect: <bdi>refused</bdi>');
    expect(markup).toContain('<dd>not had in full</dd>');
    expect(markup).not.toContain('<pre');
  });
});

it('has no markup of a target, wherever it says it', () => {
  const hostile = '</bdi></pre><img src=x onerror=alert(1)>\u202e\u05d0';
  const failure = { kind: 'tls', phase: 'tls', code: hostile, message: hostile } as const;
  const failing = anExhibit({ failure, headers: { [hostile]: hostile }, body: hostile });
  const difference = [{ path: hostile, good: hostile, failing: hostile }];
  const markup = told({ failing, good: null, difference });
  const harmless = '&lt;/bdi&gt;&lt;/pre&gt;&lt;img src=x onerror=alert(1)&gt;\ufffd\u05d0';
  expect(markup).not.toContain('<img');
  expect(markup).not.toContain('\u202e');
  // Two of the failure, two of a header, the body, three of the difference.
  expect(markup.split(harmless)).toHaveLength(1 + 8);
});

it('keeps a body of a single long line whole', () => {
  const body = 'x'.repeat(4_096);
  expect(told({ failing: anExhibit({ body }) })).toContain(`<bdi>${body}</bdi>`);
});
