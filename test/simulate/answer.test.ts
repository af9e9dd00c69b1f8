import { describe, expect, it } from 'vitest';
import { type Answer, bodyOf, plain, refuse, type StatusDraft } from '../../src/simulate/answer.ts';

function draft(status: string | null, words: readonly string[]): StatusDraft {
  return {
    status,
    version: 'v1',
    region: 'Frankfurt',
    components: words.map((word, index) => ({ name: `C${index}`, status: word })),
    updated_at: '2026-01-15T09:30:00Z',
  };
}

const sent = (answer: Answer) => bodyOf(answer).toString();

describe('the overall word follows the components', () => {
  it.each([
    [['operational', 'operational'], 'operational'],
    [[], 'operational'],
    [['operational', 'degraded'], 'degraded_performance'],
    [['operational', 'maintenance'], 'under_maintenance'],
    [['degraded_performance', 'partial_outage'], 'partial_outage'],
    [['partial_outage', 'Major Outage', 'operational'], 'major_outage'],
    [['down'], 'major_outage'],
    // A word in no table has no meaning to follow.
    [['brownout'], 'operational'],
  ])('%j is %s', (words, overall) => {
    expect(JSON.parse(sent(plain(200, 'no-store', draft(null, words)))).status).toBe(overall);
  });

  it('unless the draft has a word of its own', () => {
    expect(JSON.parse(sent(plain(200, 'no-store', draft('fine', ['major_outage'])))).status).toBe('fine');
  });
});

describe('the body', () => {
  const answer = plain(200, 'no-store', { object: 'list', data: [] });

  it('is the document as JSON', () => {
    expect(sent(answer)).toBe('{"object":"list","data":[]}');
  });

  it('is the text where there is one', () => {
    expect(sent({ ...answer, text: '<html>' })).toBe('<html>');
    expect(sent({ ...answer, text: '' })).toBe('');
  });

  it('is half of itself when truncated, which is no JSON', () => {
    expect(sent({ ...answer, truncated: true })).toBe('{"object":"li');
  });

  it('of a refusal says why', () => {
    expect(refuse(404, 'not_found', 'nothing here')).toMatchObject({
      status: 404,
      cacheControl: 'no-store',
      document: { error: { code: 'not_found', message: 'nothing here' } },
    });
  });
});
