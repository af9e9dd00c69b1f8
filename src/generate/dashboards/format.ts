// The part of Grafana's classic dashboard JSON that ours use, schema version 39: what 10 to 13 read as it is.

export interface DataSourceRef {
  readonly type: 'prometheus';
  readonly uid: string;
}

export interface Target {
  readonly refId: string;
  readonly datasource: DataSourceRef;
  readonly expr: string;
  readonly legendFormat: string;
  readonly format: 'time_series' | 'table' | 'heatmap';
  readonly instant: boolean;
  readonly range: boolean;
  readonly exemplar: boolean;
  readonly editorMode: 'code';
  readonly hide: boolean;
  /** The least step; absent where the data source's own will do. */
  readonly interval?: string;
}

interface Result {
  readonly text: string;
  readonly color: string;
  readonly index: number;
}

export type Mapping =
  | { readonly type: 'value'; readonly options: Readonly<Record<string, Result>> }
  | { readonly type: 'special'; readonly options: { readonly match: 'null+nan'; readonly result: Result } };

export interface Thresholds {
  readonly mode: 'absolute';
  readonly steps: readonly { readonly color: string; readonly value: number | null }[];
}

export interface FieldLink {
  readonly title: string;
  readonly url: string;
  readonly targetBlank: boolean;
}

export interface FieldConfig {
  readonly defaults: {
    readonly unit: string;
    readonly color: { readonly mode: string; readonly fixedColor?: string };
    readonly mappings: readonly Mapping[];
    readonly thresholds: Thresholds;
    readonly noValue: string;
    readonly links: readonly FieldLink[];
    readonly custom: Readonly<Record<string, unknown>>;
    readonly decimals?: number;
    readonly min?: number;
    readonly max?: number;
  };
  readonly overrides: readonly Override[];
}

export interface Override {
  readonly matcher: { readonly id: 'byName'; readonly options: string };
  readonly properties: readonly { readonly id: string; readonly value: unknown }[];
}

export interface Transformation {
  readonly id: 'merge' | 'organize';
  readonly options: Readonly<Record<string, unknown>>;
}

export type PanelType = 'stat' | 'timeseries' | 'table' | 'state-timeline' | 'heatmap';

export interface GridPos {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

export interface Panel {
  readonly id: number;
  readonly type: PanelType;
  readonly title: string;
  readonly description: string;
  readonly gridPos: GridPos;
  readonly datasource: DataSourceRef;
  readonly pluginVersion: string;
  readonly targets: readonly Target[];
  readonly fieldConfig: FieldConfig;
  readonly options: Readonly<Record<string, unknown>>;
  readonly transformations: readonly Transformation[];
  readonly transparent: boolean;
  readonly links: readonly never[];
}

export interface Row {
  readonly id: number;
  readonly type: 'row';
  readonly title: string;
  readonly gridPos: GridPos;
  readonly collapsed: boolean;
  /** Its own where it is collapsed; else they follow it. */
  readonly panels: readonly Panel[];
}

export interface Variable {
  readonly type: 'datasource' | 'query';
  readonly name: string;
  readonly label: string;
  readonly description: string;
  readonly query: string | { readonly query: string; readonly refId: string };
  readonly [setting: string]: unknown;
}

export interface DashboardLink {
  readonly type: 'link';
  readonly title: string;
  readonly url: string;
  readonly tooltip: string;
  readonly icon: string;
  readonly tags: readonly string[];
  readonly asDropdown: boolean;
  readonly keepTime: boolean;
  readonly includeVars: boolean;
  readonly targetBlank: boolean;
}

export interface Dashboard {
  readonly id: null;
  readonly uid: string;
  readonly title: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly schemaVersion: 39;
  readonly version: number;
  readonly editable: false;
  readonly fiscalYearStartMonth: number;
  readonly graphTooltip: 0 | 1 | 2;
  readonly liveNow: boolean;
  readonly preload: boolean;
  readonly weekStart: string;
  readonly timezone: string;
  readonly refresh: string;
  readonly time: { readonly from: string; readonly to: string };
  readonly timepicker: { readonly refresh_intervals: readonly string[] };
  readonly links: readonly DashboardLink[];
  readonly annotations: { readonly list: readonly Readonly<Record<string, unknown>>[] };
  readonly templating: { readonly list: readonly Variable[] };
  readonly panels: readonly (Panel | Row)[];
}
