// JSON with a line for each thing in it: only blanks are another, for evidence has to show what came.

/** What is nested deeper stands as far to the right as this. */
const maxDepth = 8;
const step = '  ';

const token = /\s+|"(?:[^"\\]|\\.)*"|[{}[\],:]|-?\d[\d.eE+-]*|true|false|null/suy;
/** The end of a text that was cut: within a string, a word or a number. */
const torn = /"(?:[^"\\]|\\.)*\\?$|[\w.-]{1,5}$/suy;

const opens = /^[{[]$/;
const closes = /^[}\]]$/;

/**
 * The body with line breaks where it is a JSON object or list, or the beginning of one that was cut; as it is otherwise,
 * and where it has line breaks of its own already. Of n characters at most 18 n become.
 */
export function indented(body: string, isCut: boolean): string {
  if (!/^\s*[{[]/.test(body) || body.trim().includes('\n')) return body;
  const tokens = isCut ? tokensOf(body) : isJson(body) ? tokensOf(body) : null;
  return tokens === null ? body : laidOut(tokens);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Without blanks; null for what is not made of them. */
function tokensOf(text: string): string[] | null {
  const found: string[] = [];
  let at = 0;
  while (at < text.length) {
    const next = matchAt(token, text, at) ?? matchAt(torn, text, at);
    if (next === null) return null;
    at += next.length;
    if (next.trim() !== '') found.push(next);
  }
  return found;
}

function matchAt(pattern: RegExp, text: string, at: number): string | null {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? null;
}

function laidOut(tokens: readonly string[]): string {
  let depth = 0;
  let text = '';
  const newLine = () => `\n${step.repeat(Math.min(depth, maxDepth))}`;
  for (const [index, each] of tokens.entries()) {
    const before = tokens[index - 1] ?? '';
    if (closes.test(each)) {
      depth -= 1;
      text += opens.test(before) ? each : newLine() + each;
    } else {
      if (opens.test(before) || before === ',') text += newLine();
      if (before === ':') text += ' ';
      text += each;
      if (opens.test(each)) depth += 1;
    }
  }
  return text;
}
