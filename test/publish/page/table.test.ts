// Tables whose cells bear the names of their columns, sections that vanish when empty, and lists of terms.
import { describe, expect, it } from 'vitest';
import { said } from '../../../src/publish/page/html.ts';
import { type Column, section, table, terms } from '../../../src/publish/page/table.ts';

const columns: Column<string>[] = [
  { head: 'Name', cell: said },
  { head: 'Length', width: 'narrow', cell: (text) => text.length },
];

describe('a table', () => {
  const { markup } = table('Of <names>', columns, ['<a>', '']);

  it('has its caption, and a head and a width for each column', () => {
    expect(markup).toContain('<caption>Of &lt;names&gt;</caption>');
    expect(markup).toContain('<col class="shared"><col class="narrow">');
    expect(markup).toContain('<tr><th scope="col">Name</th><th scope="col">Length</th></tr>');
  });

  it('heads each row with its first cell, and names the others as their columns', () => {
    expect(markup).toContain('<th scope="row"><bdi>&lt;a&gt;</bdi></th>\n<td data-label="Length">3</td>');
    expect(markup).toContain('<th scope="row"></th>\n<td data-label="Length">0</td>');
  });
});

it('a section without rows is not there', () => {
  expect(section('Names', 'All', columns, []).markup).toBe('');
  expect(section('Names', 'All', columns, ['a']).markup).toMatch(/^<h2>Names<\/h2>\n<table>/);
});

it('a term without a value is not there', () => {
  const { markup } = terms([
    ['Is', 'a < b'],
    ['Is not', null],
  ]);
  expect(markup).toBe('<dl>\n<dt>Is</dt><dd>a &lt; b</dd>\n</dl>\n');
});
