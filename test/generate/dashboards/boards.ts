// The dashboards as they stand in the repository, for checks to read and for faults to be planted in.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Dashboard, Panel, Row, Target, Variable } from '../../../src/generate/dashboards/format.ts';

type Mutable<T> = T extends object ? { -readonly [Key in keyof T]: Mutable<T[Key]> } : T;
export type Board = Mutable<Dashboard>;
export type BoardPanel = Mutable<Panel>;
export type BoardTarget = Mutable<Target>;
export type BoardVariable = Mutable<Variable>;

export const names = ['fleet', 'deployment', 'agent'] as const;
export type Name = (typeof names)[number];

export const folder = join(import.meta.dirname, '..', '..', '..', 'dashboards');

/** A copy of one's own each time. */
export function boardOf(name: Name): Board {
  return JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8'));
}

/** Rows too, each before its panels. */
export function everyPanel(board: Board): (BoardPanel | Mutable<Row>)[] {
  return board.panels.flatMap((panel) => [panel, ...('panels' in panel ? panel.panels : [])]);
}

/** Without rows. */
export function panelsOf(board: Board): BoardPanel[] {
  return everyPanel(board).filter((panel): panel is BoardPanel => panel.type !== 'row');
}

export function variableOf(board: Board, name: string): BoardVariable | undefined {
  return board.templating.list.find((variable) => variable.name === name);
}

/** What a check has to say: which rule, and where. */
export interface Finding {
  readonly rule: string;
  readonly dashboard: string;
  /** Title; null for the dashboard as a whole. */
  readonly panel: string | null;
  readonly message: string;
}

export interface Rule {
  readonly name: string;
  readonly findings: (board: Board) => readonly Finding[];
}

type Messages = readonly string[];

/** A rule about a dashboard as a whole. */
export function boardRule(name: string, check: (board: Board) => Messages): Rule {
  const findings = (board: Board) =>
    check(board).map((message) => ({ rule: name, dashboard: board.title, panel: null, message }));
  return { name, findings };
}

/** A rule about panels, each told by its title. */
export function panelRule(name: string, check: (panel: BoardPanel) => Messages): Rule {
  const findings = (board: Board) =>
    panelsOf(board).flatMap((panel) =>
      check(panel).map((message) => ({ rule: name, dashboard: board.title, panel: panel.title, message })),
    );
  return { name, findings };
}

/** A rule about queries, each told by its refId. */
export function targetRule(name: string, check: (target: BoardTarget) => Messages): Rule {
  return panelRule(name, ({ targets }) =>
    targets.flatMap((target) => check(target).map((message) => `${target.refId}: ${message}`)),
  );
}
