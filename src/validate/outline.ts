// The outline of a JSON document: its paths with their types, and how often each of them is there.
import { expectationBounds, type FieldType } from '../model/expectation.ts';
import { pathBelow, type Step } from '../model/field-path.ts';
import { isFields, maxItems } from './document.ts';

/** Deeper values are not looked into. */
const maxDepth = 16;
/** Paths beyond those that are asked for. */
const maxPaths = 2_000;
/** Values of one document that are looked into. */
const maxValues = 50_000;

/** What stands at one path. */
export interface Place {
  readonly path: string;
  /** null for the whole document. */
  readonly parent: Place | null;
  readonly step: Step;
  /** `integer` for whole numbers. */
  readonly types: ReadonlySet<FieldType>;
  /** Values seen here, and those of them that are objects. */
  readonly values: number;
  readonly objects: number;
}

interface Growing extends Place {
  readonly types: Set<FieldType>;
  values: number;
  objects: number;
  readonly below: Map<Step, Growing | null>;
}

/** The places by their paths: those that were wanted, then the less deep before the deeper. */
export type Outline = ReadonlyMap<string, Place>;

/**
 * Breadth first, without recursion: depth cannot exhaust the stack, and what is passed over for the bounds is the
 * deepest. The paths in `wanted` have a place however many others there are, if only one with no values. Paths that
 * would be too long have none; the whole document stands at `''`.
 */
export function outlineOf(document: unknown, wanted: Iterable<readonly Step[]> = []): Outline {
  const root = placeAt('', null, null);
  const outline = new Map([['', root]]);
  const grow = (parent: Growing, step: Step): Growing | null => {
    const path = pathBelow(parent.path, step);
    const place = path.length > expectationBounds.pathLength ? null : placeAt(path, parent, step);
    parent.below.set(step, place);
    if (place !== null) outline.set(path, place);
    return place;
  };
  for (const path of wanted) {
    path.reduce<Growing | null>((place, step) => place && (place.below.get(step) ?? grow(place, step)), root);
  }
  const most = outline.size + maxPaths;
  let level: (readonly [Growing, unknown])[] = [];
  const note = (place: Growing, value: unknown) => {
    place.values += 1;
    place.types.add(typeOf(value));
    if (typeof value === 'object' && value !== null) level.push([place, value]);
  };
  const noteBelow = (parent: Growing, step: Step, value: unknown) => {
    const known = parent.below.get(step);
    const place = known === undefined && outline.size < most ? grow(parent, step) : (known ?? null);
    if (place !== null) note(place, value);
  };
  note(root, document);
  let left = maxValues;
  for (let depth = 0; depth < maxDepth && level.length > 0; depth += 1) {
    const containers = level.slice(0, left);
    left -= containers.length;
    level = [];
    for (const [place, value] of containers) {
      if (Array.isArray(value)) for (const item of value.slice(0, maxItems)) noteBelow(place, null, item);
      if (!isFields(value)) continue;
      place.objects += 1;
      for (const name in value) noteBelow(place, name, value[name]);
    }
  }
  return outline;
}

function placeAt(path: string, parent: Growing | null, step: Step): Growing {
  return { path, parent, step, types: new Set(), values: 0, objects: 0, below: new Map() };
}

/** Whether some of the objects that stand at the parent path lack the field. */
export function isSometimesAbsent({ parent, step, values }: Place): boolean {
  return step !== null && parent !== null && values < parent.objects;
}

function typeOf(value: unknown): FieldType {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  if (typeof value === 'string') return 'string';
  return typeof value === 'boolean' ? 'boolean' : 'object';
}
