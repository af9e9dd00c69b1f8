// Faults in what the status document says. Lists are left alone.
import { z } from 'zod';
import type { Answer, StatusDraft } from './answer.ts';
import { faultSchema, maxTextLength, offsetSeconds, row } from './fault-row.ts';
import { timestamp } from './items.ts';

const word = z.string().max(maxTextLength);

export const documentFaults = [
  row(faultSchema('wrong_version', { version: word }), (answer, { version }) =>
    edit(answer, (draft) => ({ ...draft, version })),
  ),
  row(faultSchema('lost_component', { component: word }), (answer, { component }) =>
    edit(answer, (draft) => ({
      ...draft,
      components: draft.components.filter(({ name }) => name !== component),
    })),
  ),
  row(faultSchema('renamed_component', { component: word, name: word }), (answer, { component, name }) =>
    editComponent(answer, component, { name }),
  ),
  row(faultSchema('component_word', { component: word, word }), (answer, { component, word }) =>
    editComponent(answer, component, { status: word }),
  ),
  row(faultSchema('overall_word', { word }), (answer, { word }) =>
    edit(answer, (draft) => ({ ...draft, status: word })),
  ),
  // A word in no table, overall and in every component.
  row(faultSchema('unknown_word', {}), (answer) =>
    edit(answer, (draft) => ({
      ...draft,
      status: 'wobbly',
      components: draft.components.map(({ name }) => ({ name, status: 'wobbly' })),
    })),
  ),
  // Another region answers.
  row(faultSchema('region', { name: word }), (answer, { name }) =>
    edit(answer, (draft) => ({ ...draft, region: name })),
  ),
  // Below zero is stale, above it lies in the future.
  row(faultSchema('updated_at', { offset_s: offsetSeconds }), (answer, { offset_s }) =>
    edit(answer, (draft) => ({
      ...draft,
      updated_at: timestamp(Date.parse(draft.updated_at) + offset_s * 1000),
    })),
  ),
] as const;

function edit(answer: Answer, change: (draft: StatusDraft) => StatusDraft): Answer {
  return 'components' in answer.document ? { ...answer, document: change(answer.document) } : answer;
}

function editComponent(
  answer: Answer,
  component: string,
  change: { readonly name: string } | { readonly status: string },
): Answer {
  return edit(answer, (draft) => ({
    ...draft,
    components: draft.components.map((each) => (each.name === component ? { ...each, ...change } : each)),
  }));
}
