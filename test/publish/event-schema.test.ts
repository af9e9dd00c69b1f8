// What the stream says of a change: as its schema has it, every kind, with the incident as the API tells it.
import { describe, expect, it } from 'vitest';
import { changeItem, changeSchema } from '../../src/publish/event-schema.ts';
import { aChange, anIncident, nowMs } from '../fixtures/snapshot.ts';

describe('a change', () => {
  it.each(changeSchema.shape.kind.options)('of kind %s is as the schema has it', (kind) => {
    const item = changeItem(aChange({ kind, subject: 'Storage', from: null, to: null }));
    expect(changeSchema.parse(item)).toEqual(item);
  });

  it('has its incident without updates, and with its end', () => {
    const incident = anIncident({ status: 'resolved', resolvedMs: nowMs });
    const item = changeItem(aChange({ kind: 'incident_resolved', incident }));
    expect(changeSchema.parse(item)).toEqual(item);
    expect(item.incident).toMatchObject({ status: 'resolved', resolved_at: '2026-11-21T10:00:00Z' });
    expect(item.incident).not.toHaveProperty('updates');
  });
});
