// Paths of JSON fields with array indexes left out, as findings and expectations name them: `components[].name`.

/** The name of a field, or null for the items of an array. */
export type Step = string | null;

// A name that would read as something else stands in quotes: so do `<<` and `__proto__`, which mean more to YAML
// and to objects.
const plainName = /^(?!<<$|__proto__$)[^.[\]"\p{C}]+$/u;
const steps = /\[\]|\[(?<quoted>"(?:[^"\\]|\\.)*")\]|(?<plain>[^.[\]"\p{C}]+)/gu;

/** `components[].name`, `links["a.b"]`; the whole document is the empty path. */
export function pathBelow(path: string, step: Step): string {
  if (step === null) return `${path}[]`;
  if (!plainName.test(step)) return `${path}[${JSON.stringify(step)}]`;
  return path === '' ? step : `${path}.${step}`;
}

/** null for what is no path, or is not written as `pathBelow` writes it. */
export function parsePath(path: string): readonly Step[] | null {
  try {
    const found = [...path.matchAll(steps)].map(({ groups }) => stepOf(groups ?? {}));
    return found.length > 0 && found.reduce(pathBelow, '') === path ? found : null;
  } catch {
    return null;
  }
}

function stepOf({ quoted, plain }: Readonly<Record<string, string | undefined>>): Step {
  return quoted === undefined ? (plain ?? null) : String(JSON.parse(quoted));
}
