// From "this path is not as expected" to a problem with line, column and what came, without showing a secret.
import { redacted } from '../model/secret.ts';
import type { ConfigProblem } from './config.ts';
import { isHeaderName } from './deployment-fields.ts';
import type { Draft, Path } from './issues.ts';
import { entryAt, type Source, valueAt } from './source.ts';

const maxObserved = 100;

/** In the order of the file. What is wrong in something shared is said once, though many deployments meet it. */
export function locateAll(file: string, source: Source, drafts: readonly Draft[]): ConfigProblem[] {
  const problems = drafts.map((draft) => locate(file, source, draft));
  const unique = new Map(problems.map((problem) => [JSON.stringify(problem), problem]));
  return [...unique.values()].sort((a, b) => a.line - b.line || a.column - b.column);
}

function locate(file: string, source: Source, draft: Draft): ConfigProblem {
  const offset = draft.offset ?? offsetAt(source, draft);
  const { line, column } = offset === null ? { line: 0, column: 0 } : source.lines.at(offset);
  return {
    file,
    line,
    column,
    path: formatPath(draft.path),
    expected: draft.expected,
    observed: shorten(draft.observed ?? observe(source, draft)),
  };
}

/** The value's place; where it is missing, that of the mapping that lacks it. */
function offsetAt(source: Source, { path, atKey }: Draft): number | null {
  const entry = entryAt(source, path);
  if (entry !== undefined) return atKey ? entry.keyOffset : entry.valueOffset;
  const place = source.places.get(valueAt(source, path));
  if (place !== undefined) return place.offset;
  return path.length === 0 ? null : offsetAt(source, { path: path.slice(0, -1), expected: '' });
}

/** `deployments[0].rules["shape.type"]` */
export function formatPath(path: Path): string {
  return path.reduce<string>((before, key, index) => {
    if (typeof key === 'number') return `${before}[${key}]`;
    if (isMisplaced(path, index)) return `${before}.${redacted}`;
    if (!/^[\w-]+$/.test(key)) return `${before}[${shorten(JSON.stringify(maskUrl(key)))}]`;
    return before === '' ? key : `${before}.${key}`;
  }, '');
}

/** What stands in the place of a header's name and is none may be its value. */
function isMisplaced(path: Path, index: number): boolean {
  return path[index - 1] === 'headers' && !isHeaderName(String(path[index]));
}

/** An account of the value at a path, or of its key. */
function observe(source: Source, { path, atKey }: Draft): string {
  if (atKey)
    return isMisplaced(path, path.length - 1) ? redacted : JSON.stringify(maskUrl(String(path.at(-1))));
  const value = valueAt(source, path);
  if (value === undefined || value === null) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'a mapping';
  if (isSecret(path)) return redacted;
  if (typeof value !== 'string') return String(value);
  const written = entryAt(source, path)?.substitution?.written ?? value;
  return JSON.stringify(maskUrl(written));
}

function isSecret(path: Path): boolean {
  return (
    path.includes('headers') || path.includes('proxy') || (path.includes('tls') && path.at(-1) === 'key')
  );
}

/** User, password, query and fragment of a URL may be secrets, wherever one was written by mistake. */
function maskUrl(text: string): string {
  const masked = text.replace(/^(https?:\/\/)?.*@/is, `$1${redacted}@`);
  const end = masked.search(/[?#]/) + 1;
  return /[/.:]/.test(masked.slice(0, end)) && end < masked.length ? masked.slice(0, end) + redacted : masked;
}

function shorten(text: string): string {
  return text.length <= maxObserved ? text : `${text.slice(0, maxObserved - 1)}…`;
}
