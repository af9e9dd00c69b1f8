// A .cpuprofile as a tree of frames: the self time of each, and whose code it is; pure.

/** As Node writes it with `--cpu-prof`; other fields are left out. */
export interface CpuProfile {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number };
    readonly children?: readonly number[];
  }[];
  /** Ids of nodes, and the time since the sample before, us. */
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

export interface Frame {
  readonly name: string;
  /** `src/probe/http.ts:40`; empty for what is native. */
  readonly place: string;
  readonly group: string;
  readonly selfUs: number;
  /** With all below it. */
  readonly totalUs: number;
  readonly children: readonly Frame[];
}

/** What is not code of anybody's, by the name that V8 gives it. */
const engineGroups: ReadonlyMap<string, string> = new Map([
  ['(garbage collector)', 'garbage collection'],
  ['(program)', 'program (native)'],
]);

/** First that fits a frame's address; a stage of Picket has its own name as its group. */
const groups: readonly (readonly [pattern: RegExp, group: string])[] = [
  [/\/node_modules\/undici\//, 'undici'],
  [/\/node_modules\/([^/]+)\//, 'other packages'],
  [/^node:/, 'Node'],
  [/\/bench\//, 'bench'],
  [/\/src\/(probe|validate|judge|store|publish|schedule)\//, ''],
  [/\/src\//, 'picket, the rest'],
];

/** Native functions (JSON.parse) count to who calls them. */
function groupOf(name: string, url: string, caller: string): string {
  const engine = engineGroups.get(name);
  if (engine !== undefined) return engine;
  for (const [pattern, group] of groups) {
    const found = pattern.exec(url);
    if (found !== null) return group === '' ? `picket: ${found[1]}` : group;
  }
  return caller;
}

const loadsModules = /^node:internal\/modules\//;

/** The root, without what was idle and what loaded modules; its own name is `all`. */
export function framesOf({ nodes, samples, timeDeltas }: CpuProfile): Frame {
  const selfUs = new Map<number, number>();
  for (const [at, id] of samples.entries()) selfUs.set(id, (selfUs.get(id) ?? 0) + (timeDeltas[at] ?? 0));
  const byId = new Map(nodes.map((node) => [node.id, node]));

  const frameOf = (id: number, caller: string): Frame[] => {
    const node = byId.get(id);
    if (node === undefined) return [];
    const { functionName, url, lineNumber } = node.callFrame;
    if (functionName === '(idle)' || loadsModules.test(url)) return [];
    const group = groupOf(functionName, url, caller);
    const children = (node.children ?? []).flatMap((child) => frameOf(child, group));
    const own = selfUs.get(id) ?? 0;
    const totalUs = children.reduce((sum, child) => sum + child.totalUs, own);
    const place =
      url === '' ? '' : `${url.replace(/^.*\/(?=(src|bench|node_modules)\/)/, '')}:${lineNumber + 1}`;
    return [{ name: functionName || '(anonymous)', place, group, selfUs: own, totalUs, children }];
  };

  const [root] = frameOf(nodes[0]?.id ?? 0, 'Node');
  if (root === undefined) throw new Error('a profile without a root');
  return { ...root, name: 'all' };
}

/** Self time by group, us, the most first. */
export function selfByGroup(root: Frame): Map<string, number> {
  const sums = new Map<string, number>();
  const add = ({ group, selfUs, children }: Frame) => {
    sums.set(group, (sums.get(group) ?? 0) + selfUs);
    for (const child of children) add(child);
  };
  add(root);
  return new Map([...sums].filter(([, us]) => us > 0).sort(([, a], [, b]) => b - a));
}
