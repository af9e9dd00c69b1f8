// Text: markdown by Grafana's own renderer, which sanitizes it.
import { renderMarkdown } from '@grafana/data';
import type { KindProps } from './kind.ts';

export function TextPanel({ options, replace }: KindProps) {
  const html = renderMarkdown(replace(String(options.content ?? '')));
  // biome-ignore lint/security/noDangerouslySetInnerHtml: it is sanitized, and written by ourselves
  return <div className="markdown-html" dangerouslySetInnerHTML={{ __html: html }} />;
}
