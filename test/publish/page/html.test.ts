// Values put into HTML are text unless they are markup of ours.
import { expect, it } from 'vitest';
import { escapeText, html, preformatted, said, sentence } from '../../../src/publish/page/html.ts';

it.each([
  ['<script>alert(1)</script>', '&lt;script&gt;alert(1)&lt;/script&gt;'],
  [`" onload='x' &amp;`, '&quot; onload=&#39;x&#39; &amp;amp;'],
  ['a\u202eb\u0000c\u061cd', 'a\ufffdb\ufffdc\ufffdd'],
  ['\u200e\u200f\u202a\u202d\u2066\u2067\u2068\u2069', '\ufffd'.repeat(8)],
  ['a\ud800b\udc00c\uffffd\ufffe', 'a\ufffdb\ufffdc\ufffdd\ufffd'],
  ['Müller 😀', 'Müller 😀'],
])('writes %j as text', (text, expected) => {
  expect(escapeText(text)).toBe(expected);
  expect(html`<p title="${text}">${text}</p>`.markup).toBe(`<p title="${expected}">${expected}</p>`);
});

it('keeps markup that it made, and lists of it', () => {
  const items = ['<a>', 'b'].map((text) => html`<li>${text}</li>`);
  expect(html`<ul>${items}</ul>${html`<b>${7}</b>`}`.markup).toBe(
    '<ul><li>&lt;a&gt;</li><li>b</li></ul><b>7</b>',
  );
});

it('sets apart what somebody else wrote, and nothing where that is nothing', () => {
  expect(said('<a>\u202e').markup).toBe('<bdi>&lt;a&gt;\ufffd</bdi>');
  expect(said('').markup).toBe('');
});

it('has a sentence begin at the left, whatever it begins with', () => {
  expect(sentence('\u05d0 <reports>').markup).toBe('<bdi dir="ltr">\u05d0 &lt;reports&gt;</bdi>');
});

it('keeps lines as they were written, and still no markup and no control character', () => {
  expect(preformatted('Body of "a"', '{\r\n\t"a": "<b>"\n}\u0007\r').markup).toBe(
    '<pre tabindex="0" role="group" aria-label="Body of &quot;a&quot;"><bdi>{\n    &quot;a&quot;: &quot;&lt;b&gt;&quot;\n}\ufffd\n</bdi></pre>\n',
  );
});
