// The pages of one walk together: ids that are repeated, cursors that lead back, and why the walk ends.
import type { Check, Deployment, Pagination } from '../model/deployment.ts';
import type { Observation, Walk, WalkEnd } from '../model/round.ts';
import { collectFindings, cut, type Findings, type Remark } from './finding.ts';
import { type Page, readPage } from './page.ts';
import type { Clocks } from './transport.ts';

/** Ids of one walk that are remembered; of those beyond, none is known to be repeated. */
const maxIds = 20_000;
/** Of a path that is remembered. */
const maxPathLength = 200;

interface Pages {
  /** Takes in the answer to the page asked for; the cursor of the page to ask for next, or null at the end. */
  readonly take: (observation: Observation, clocks: Clocks) => string | null;
  readonly conclude: () => Pick<Walk, 'pages' | 'items' | 'end' | 'findings'>;
}

export function collectPages(deployment: Deployment, pagination: Pagination, check: Check): Pages {
  const { cursorField, maxPages } = pagination;
  const findings = collectFindings(deployment, check);
  const said = new Set<string>();
  const ids = new Set<string>();
  const cursors = new Set<string>();
  let pages = 0;
  let items = 0;
  let end: WalkEnd | null = null;
  return {
    take(observation, clocks) {
      const ofPage = findingsOf(findings, `pages[${pages}]`, said);
      const page = readPage(deployment, check, cursorField, observation, clocks, ofPage);
      if (page !== null) {
        pages += 1;
        items += page.items;
        compareIds(page, ids, ofPage);
      }
      end = endAfter(page, pages, maxPages, cursors);
      const next = page?.next ?? null;
      if (next === null) return null;
      if (end === 'loop') ofPage.add(leadsBack(cursorField, next));
      cursors.add(next);
      return end === null ? next : null;
    },
    // A walk that is not over has an answer outstanding that could not be had.
    conclude: () => ({ pages, items, end: end ?? 'failed', findings: findings.all() }),
  };
}

/** null where another page is to be asked for. */
function endAfter(
  page: Page | null,
  pages: number,
  maxPages: number,
  cursors: ReadonlySet<string>,
): WalkEnd | null {
  if (page === null || page.failed) return 'failed';
  if (page.next === null) return 'last_page';
  if (cursors.has(page.next)) return 'loop';
  return pages >= maxPages ? 'max_pages' : null;
}

/** Ids repeated within a page are another rule's. */
function compareIds({ ids }: Page, known: Set<string>, findings: Findings): void {
  for (const { id, path } of ids) {
    if (!known.has(id)) continue;
    findings.add({
      rule: 'meaning.ids_duplicate',
      path,
      message: 'the id was on an earlier page',
      expected: 'each id once over all pages',
      observed: id,
    });
  }
  for (const { id } of ids) if (known.size < maxIds) known.add(id);
}

function leadsBack(cursorField: string, cursor: string): Remark {
  return {
    rule: 'meaning.pagination',
    path: cursorField,
    message: 'the cursor was followed before: the walk would not end',
    expected: 'a cursor that leads on',
    observed: cursor,
  };
}

/** Findings with the page before their path. What is said of every item or of the answer, the first page says for all. */
function findingsOf(findings: Findings, page: string, said: Set<string>): Findings {
  return {
    ...findings,
    add: (remark) => {
      const key = `${remark.rule} ${cut(remark.path, maxPathLength)}`;
      const ofOneItem = /\[\d+\]/.test(key);
      if (!ofOneItem && said.has(key)) return;
      if (!ofOneItem) said.add(key);
      findings.add({ ...remark, path: remark.path === '' ? page : `${page}.${remark.path}` });
    },
  };
}
