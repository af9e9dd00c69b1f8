// What `${env:NAME}` and `${file:path}` stand for inside a string; `$${` is a literal `${`.
import { redacted } from '../model/secret.ts';

/** What lies outside the file; relative paths are relative to the folder of the configuration. */
export interface Outside {
  readonly variable: (name: string) => string | undefined;
  readonly file: (path: string) => FileText;
}

export type FileText = { readonly text: string } | { readonly unreadable: string };

/** A string that had something substituted. */
export interface Substitution {
  /** As it stands in the file: `Bearer ${env:TOKEN}`. */
  readonly written: string;
  readonly real: string;
  /** For people: the real string with `[redacted]` in place of each substituted part. */
  readonly shown: string;
  /** The substituted parts. */
  readonly values: readonly string[];
  /** Some part could not be had; the real string lacks it. */
  readonly unresolved: boolean;
}

interface BadReference {
  readonly expected: string;
  readonly observed: string;
}

type Part = { readonly value: string } | BadReference;

const reference = /\$(\$)\{|\$\{([^}]*)\}|\$\{/g;

/** The string with its references resolved; each that cannot be resolved is one of `wrong`. */
export function substitute(
  written: string,
  outside: Outside,
): { readonly result: Substitution; readonly wrong: readonly BadReference[] } {
  const values: string[] = [];
  const wrong: BadReference[] = [];
  const replaced = (show: boolean): string =>
    written.replace(reference, (_whole, escaped?: string, body?: string) => {
      if (escaped !== undefined) return '${';
      if (show) return redacted;
      const part = lookUp(body, outside);
      if ('value' in part) values.push(part.value);
      else wrong.push(part);
      return 'value' in part ? part.value : '';
    });
  const real = replaced(false);
  return { result: { written, real, shown: replaced(true), values, unresolved: wrong.length > 0 }, wrong };
}

function lookUp(body: string | undefined, outside: Outside): Part {
  const [, source, name] = /^(env|file):(.+)$/s.exec(body ?? '') ?? [];
  if (source === undefined || name === undefined) {
    const observed = body === undefined ? 'a ${ that is never closed' : 'a reference to something else';
    return { expected: `\${env:NAME} or \${file:path}; $\${ for a literal \${`, observed };
  }
  return source === 'env' ? lookUpVariable(name, outside) : lookUpFile(name, outside);
}

function lookUpVariable(name: string, outside: Outside): Part {
  const value = outside.variable(name);
  if (value !== undefined) return { value };
  return { expected: `the environment variable ${name} to be set`, observed: 'none of that name' };
}

function lookUpFile(path: string, outside: Outside): Part {
  const file = outside.file(path);
  if ('text' in file) return { value: file.text.replace(/\r?\n$/, '') };
  return { expected: `a readable file ${path}`, observed: file.unreadable };
}
