// What a dashboard file of ours may hold, put together from Grafana's own types: one definition a kind of panel.
import type {
  AnnotationQuery,
  Dashboard,
  DataQuery,
  FieldConfig,
  FieldConfigSource,
  GraphFieldConfig,
  Panel,
  RowPanel,
  TableFieldOptions,
  VariableModel,
} from '@grafana/schema';
import type {
  FieldConfig as HeatmapField,
  Options as HeatmapOptions,
} from '@grafana/schema/dist/esm/raw/composable/heatmap/panelcfg/x/HeatmapPanelCfg_types.gen';
import type { Options as StatOptions } from '@grafana/schema/dist/esm/raw/composable/stat/panelcfg/x/StatPanelCfg_types.gen';
import type {
  FieldConfig as TimelineField,
  Options as TimelineOptions,
} from '@grafana/schema/dist/esm/raw/composable/statetimeline/panelcfg/x/StateTimelinePanelCfg_types.gen';
import type { Options as TableOptions } from '@grafana/schema/dist/esm/raw/composable/table/panelcfg/x/TablePanelCfg_types.gen';
import type { Options as TimeSeriesOptions } from '@grafana/schema/dist/esm/raw/composable/timeseries/panelcfg/x/TimeSeriesPanelCfg_types.gen';

/** As Prometheus' data source keeps a query; its own types are in a package under another licence. */
interface Target extends Omit<DataQuery, 'datasource'> {
  datasource: { type: 'prometheus'; uid: string };
  expr: string;
  legendFormat: string;
  format: 'time_series' | 'table' | 'heatmap';
  instant: boolean;
  range: boolean;
  exemplar: boolean;
  editorMode: 'code' | 'builder';
  interval?: string;
}

interface Fields<Custom> extends Omit<FieldConfigSource, 'defaults'> {
  defaults: Omit<FieldConfig, 'custom'> & { custom: Custom };
}

interface PanelOf<Type, Options, Custom> extends Omit<Panel, 'type' | 'options' | 'targets' | 'fieldConfig'> {
  type: Type;
  options: Options;
  targets: Target[];
  fieldConfig: Fields<Custom>;
}

// biome-ignore lint/complexity/noBannedTypes: a stat has no settings of its own.
export type StatPanel = PanelOf<'stat', StatOptions, {}>;
export type TimeSeriesPanel = PanelOf<'timeseries', TimeSeriesOptions, GraphFieldConfig>;
export type TablePanel = PanelOf<'table', TableOptions, TableFieldOptions>;
export type StateTimelinePanel = PanelOf<'state-timeline', TimelineOptions, TimelineField>;
export type HeatmapPanel = PanelOf<'heatmap', HeatmapOptions, HeatmapField>;
/** Its panels are held to their own kinds. */
export interface Row extends Omit<RowPanel, 'panels'> {
  panels: never[];
}

/** Relaxed: annotations carry the fields of Prometheus. */
interface Annotation extends Omit<AnnotationQuery, 'target'> {
  expr: string;
  step: string;
  titleFormat: string;
  textFormat: string;
  tagKeys: string;
  target: { refId: string; expr: string; interval: string };
}

/** Relaxed: variables carry their definition, and none chosen yet is an empty object. */
interface Variable extends Omit<VariableModel, 'current'> {
  definition?: string;
  current?: VariableModel['current'] | Record<string, never>;
}

export interface PicketDashboard extends Omit<Dashboard, 'annotations' | 'templating' | 'panels'> {
  annotations: { list: Annotation[] };
  templating: { list: Variable[] };
  panels: never[];
}
