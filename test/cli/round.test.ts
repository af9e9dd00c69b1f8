// A round as a person reads it, where it contradicts itself.
import { describe, expect, it } from 'vitest';
import { describeRound } from '../../src/cli/round.ts';
import type { Finding } from '../../src/model/round.ts';
import { aContradiction } from '../fixtures/deviations.ts';
import { aCheckResult, aDeployment, aFinding, anObservation, aResult } from '../fixtures/snapshot.ts';

const { rule, finding } = aContradiction();
const wellOtherwise = aFinding();

function told(contradiction: Finding | null): string[] {
  const findings = contradiction === null ? [wellOtherwise] : [wellOtherwise, contradiction];
  const observation = anObservation({ body: null });
  const checks = [aCheckResult('status', { findings, observation }), aCheckResult('files', { observation })];
  const comparisons = [{ rule, finding: contradiction }];
  return describeRound(aDeployment(), { ...aResult(checks), comparisons }).split('\n');
}

describe('a round that contradicts itself', () => {
  const lines = told(finding);

  it('says so once, under the status check, with both sides', () => {
    const said = lines.filter((line) => line.includes('contradiction:'));
    expect(said).toEqual([
      '  contradiction: the deployment says operational while another check fails: expected operational, observed files: http_status',
    ]);
    const files = lines.findIndex((line) => line.startsWith('files  '));
    expect(lines.indexOf(said[0] ?? '')).toBeLessThan(files);
  });

  it('names it among the findings, and says the others in full', () => {
    const row = lines.find((line) => /^ {2}warning +contradiction\./.test(line));
    expect(row).toMatch(/contradiction\.status_vs_checks +status +as told above$/);
    expect(lines.join('\n')).toMatch(/transport\.cache_control +headers\.cache-control +no-store +max-age=5/);
  });

  it('keeps what a target says on one line, and bounded', () => {
    const observed = `a\nb\u001b[2J${'x'.repeat(500)}`;
    const line = told({ ...finding, observed }).find((each) => each.includes('contradiction:'));
    expect(line).toContain('observed a·b·[2J');
    expect(line?.length).toBeLessThan(400);
  });
});

it('a round at one with itself says nothing of it', () => {
  expect(told(null).join('\n')).not.toContain('contradiction');
});
