// The parts of a classic dashboard that are read here.
import type { DataTransformerConfig, FieldConfigSource } from '@grafana/data';

export interface Dashboard {
  readonly title: string;
  readonly panels: readonly Panel[];
  readonly templating?: { readonly list?: readonly Variable[] };
}

export interface Panel {
  readonly id: number;
  readonly type: string;
  readonly title?: string;
  readonly description?: string;
  readonly transparent?: boolean;
  readonly gridPos: Place;
  /** Of a row. */
  readonly collapsed?: boolean;
  readonly panels?: readonly Panel[];
  readonly repeat?: string | null;
  readonly targets?: readonly Target[];
  readonly interval?: string | null;
  readonly maxDataPoints?: number | null;
  readonly transformations?: readonly DataTransformerConfig[];
  readonly fieldConfig?: FieldConfigSource;
  readonly options?: Readonly<Record<string, unknown>>;
}

/** In columns of 24, and rows of 30 px with 8 px between them. */
export interface Place {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

export interface Target {
  readonly refId: string;
  readonly expr: string;
  readonly legendFormat?: string;
  readonly format?: string;
  readonly instant?: boolean;
  readonly range?: boolean;
  readonly interval?: string;
  readonly hide?: boolean;
}

export interface Variable {
  readonly name: string;
  readonly label?: string | null;
  readonly type: string;
  readonly query?: string | { readonly query?: string };
  readonly multi?: boolean;
  readonly includeAll?: boolean;
  readonly allValue?: string | null;
  readonly hide?: number;
}
