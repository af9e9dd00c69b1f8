// Content negotiation: whether a reader asks for the special form of an answer rather than the plain text.

interface Range {
  readonly type: string;
  readonly parameters: ReadonlyMap<string, string>;
  /** 0 to 1; 0 refuses the type. */
  readonly quality: number;
}

/**
 * True where `type` is asked for by name, at least as much as text/plain (RFC 9110, section 12.5.1). A wildcard
 * is content with the text. A range that names a `version` other than ours is not for us.
 */
export function asksFor(accept: string | undefined, type: string, version?: string): boolean {
  const ranges = (accept ?? '').split(',').map(parseRange);
  const wanted = best(
    ranges.filter((range) => range.type === type && (range.parameters.get('version') ?? version) === version),
  );
  return wanted > 0 && wanted >= best(ranges.filter((range) => range.type === 'text/plain'));
}

/** True where gzip, or any coding, is accepted with a quality above 0 (RFC 9110, section 12.5.3). */
export function acceptsGzip(acceptEncoding: string | undefined): boolean {
  const ranges = (acceptEncoding ?? '').split(',').map(parseRange);
  const named = ranges.find(({ type }) => type === 'gzip') ?? ranges.find(({ type }) => type === '*');
  return named !== undefined && named.quality > 0;
}

function best(ranges: readonly Range[]): number {
  return Math.max(0, ...ranges.map((range) => range.quality));
}

function parseRange(text: string): Range {
  const [type = '', ...rest] = text.split(';').map((part) => part.trim().toLowerCase());
  const parameters = new Map(
    rest.map((parameter) => {
      const [name = '', value = ''] = parameter.split('=', 2);
      return [name.trim(), value.trim().replace(/^"(.*)"$/, '$1')];
    }),
  );
  const quality = Number(parameters.get('q') ?? 1);
  return { type, parameters, quality: quality >= 0 && quality <= 1 ? quality : 0 };
}
