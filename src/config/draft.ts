// A problem before its place in the file is known, and how the paths in it are written.

export type Path = readonly (string | number)[];

/** A problem as the checks state it: where in the configuration, not where in the file. */
export interface Draft {
  readonly path: Path;
  readonly expected: string;
  /** What came, where that is not simply the value at the path. Must not hold a secret. */
  readonly observed?: string;
  /** The key at the path is meant, not its value. */
  readonly atKey?: boolean;
  /** Where it stands, in characters, where the path alone does not say. */
  readonly offset?: number;
}
