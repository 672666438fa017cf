import { nodeType } from './guideSchema';
import { readHtml, readPlainText } from './readHtml';
import { readMarkdown } from './readMarkdown';
import { MarkdownWriter } from './writeMarkdown';

const written = (html: string): string => {
  const { content } = readHtml(html);
  return content.size === 0 ? '' : new MarkdownWriter(readMarkdown('')).write(nodeType('doc').create(null, content));
};

test.each([
  [
    'marks',
    '<p>A <b>bold</b>, <em>slanted</em>, <s>gone</s> <code>x</code> <a href="https://x.org">link</a></p>',
    'A **bold**, *slanted*, ~~gone~~ `x` [link](https://x.org)',
  ],
  [
    'the styles of word processors',
    '<b style="font-weight:normal"><p><span style="font-weight:700">Bold</span> not</p></b>',
    '**Bold** not',
  ],
  ['lists', '<ul><li>a<ol><li>b</li></ol></li><li><p>c</p></li></ul>', '- a\n  1. b\n- c'],
  ['headings', '<h1>One</h1><h4>Two</h4>', '## One\n\n#### Two'],
  [
    'tables',
    '<table><thead><tr><th>A</th><th>B</th></tr></thead><tbody><tr><td>1</td></tr></tbody></table>',
    '| A | B |\n| --- | --- |\n| 1 |   |',
  ],
  ['quotes and bare text', 'x<blockquote>y</blockquote>z', 'x\n\n> y\n\nz'],
  ['citations of this editor', '<p>A <span data-markdown="[4](#slide-4)"> (slide 4)</span></p>', 'A [4](#slide-4)'],
])('reads %s', (_name, html, markdown) => {
  expect(written(html)).toBe(markdown);
});

test.each([
  ['<script>alert(1)</script><style>p{}</style><svg><script>alert(1)</script></svg>', ''],
  ['<img src=x onerror=alert(1)><p onclick=alert(1)>x</p>', 'x'],
  ['<a href="javascript:alert(1)">x</a><a href="data:text/html,x">y</a>', 'xy'],
  ['<iframe srcdoc="<script>1</script>"></iframe><template>x</template>', ''],
  ['<span data-markdown="<b>x</b> **y**"></span>', '\\<b>x\\</b> \\*\\*y\\*\\*'],
  ['<p>**no** [mark](x) &lt;b&gt;</p>', '\\*\\*no\\*\\* \\[mark]\\(x) \\<b>'],
])('nothing of %s runs', (html, markdown) => {
  expect(written(html)).toBe(markdown);
});

test('deep and long HTML is read in time', () => {
  expect(written(`${'<div>'.repeat(20_000)}x${'</div>'.repeat(20_000)}`)).toBe('x');
  expect(written('<ul><li>x'.repeat(20_000)).length).toBeLessThan(1_000_000);
  expect(readHtml('<p>x</p>'.repeat(200_000)).size).toBeGreaterThan(0);
});

test('each line of a text is a paragraph', () => {
  expect(readPlainText('a\r\nb\n\nc').content.content.map(({ textContent }) => textContent)).toEqual(['a', 'b', 'c']);
});
