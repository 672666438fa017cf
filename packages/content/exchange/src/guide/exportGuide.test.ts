import { exportMarkdown, pageFile, plainPage, renderPage, type ExportableGuide, type PagePiece } from './exportGuide.ts';

const id = `${'0123456789abcdef'.repeat(2)}-7`;
const guide = (change: Partial<ExportableGuide> = {}): ExportableGuide => ({
  title: 'Cells <& more>',
  language: 'de',
  markdown: `## Glycolysis\n\nIt needs no oxygen. [2](#slide-2) See [¶3](#paragraph-3).\n\n![A cell](picture:${id})\n\n| Stage | ATP |\n| --- | --- |\n| Glycolysis | 2 |\n`,
  marks: [{ quote: 'needs no\noxygen', note: 'Asked in May.' }],
  pictures: [{ id, slide: 7, alt: 'A "cell"' }],
  ...change,
});
const textOf = ({ bytes }: { bytes: Uint8Array }): string => new TextDecoder().decode(bytes);

/** Renders the page with these pictures in base64. */
const joined = (pieces: readonly PagePiece[], files: Readonly<Record<string, string>> = {}): string =>
  pieces
    .map((piece) => {
      if ('html' in piece) return new TextDecoder().decode(piece.html);
      const { pictureId, before, after, words } = piece.slot;
      const file = files[pictureId];
      return file === undefined ? words : `${before}${file}${after}`;
    })
    .join('');
const files = { [id]: 'AQID' };
const pageOf = async (change: Partial<ExportableGuide> = {}): Promise<string> => joined(await renderPage(guide(change)), files);

test('Markdown: references and pictures become words, with highlights at the end', async () => {
  const file = exportMarkdown(guide());
  expect([file.name, file.type]).toEqual(['Cells & more.md', 'text/markdown; charset=utf-8']);
  expect(textOf(file)).toBe(
    [
      '# Cells <& more>\n',
      '## Glycolysis\n',
      'It needs no oxygen. (slide 2) See (paragraph 3).\n',
      '(Picture on slide 7: A cell)\n',
      '| Stage | ATP |\n| --- | --- |\n| Glycolysis | 2 |\n',
      '## Highlights and notes\n',
      '> needs no oxygen\n',
      'Asked in May.\n',
    ].join('\n'),
  );
});

test('HTML: one file, with its pictures inside', async () => {
  const html = await pageOf();
  const file = pageFile(guide());
  expect([file.name, file.type]).toEqual(['Cells & more.html', 'text/html; charset=utf-8']);
  expect(html).toContain('<html lang="de">');
  expect(html).toContain('<title>Cells &lt;&amp; more&gt;</title>');
  expect(html).toContain('<img src="data:image/webp;base64,AQID" alt="A &quot;cell&quot;">');
  expect(html).toContain('<td>Glycolysis</td>');
  expect(html).toContain('It needs no oxygen. (slide 2) See (paragraph 3).');
});

test('HTML: tables are scrollable by keyboard, checkboxes are labelled, and tags in the text stay text', async () => {
  const markdown = '- [x] Read <table>\n\n| Stage | ATP |\n| --- | --- |\n| `<table>` | 2 |\n';
  const html = await pageOf({ markdown, marks: [] });
  expect(html.match(/<div class="table" role="group" aria-label="Table" tabindex="0"><table dir="auto">/g)).toHaveLength(1);
  expect(html.match(/<\/table><\/div>/g)).toHaveLength(1);
  expect(html).toContain('<input type="checkbox" aria-label="Done"');
  expect(html).toContain('Read &lt;table&gt;');
});

test('HTML: nothing in a guide runs or loads', async () => {
  const html = await pageOf({
    markdown: [
      '<script>alert(1)</script><img src=x onerror=alert(1)>',
      '![x](https://example.org/x.png) ![y][z] ![a (b)](https://example.org/a(b).png)',
      '[click](javascript:alert(1)) \uFDD00\uFDD0',
      '',
      '[z]: https://example.org/z.png',
    ].join('\n'),
    pictures: [],
    marks: [{ quote: '</blockquote><script>', note: '![n](https://example.org/n.png)' }],
  });
  const body = html.slice(html.indexOf('<main>'));
  expect(body).not.toMatch(/<script|<img|<iframe|javascript:|<[^>]*src=/i);
  expect(html).toContain("default-src 'none'");
});

test('writes document places of references and pictures in words', async () => {
  const pointer = { kind: 'text', paragraph: 12, document: 'a_b.docx', section: { heading: 'Heart *failure*', paragraph: 4 } } as const;
  const markdown = [
    'It pumps. [a\\_b.docx, Heart \\*failure\\* ¶ 4](#paragraph-12) It rests. [heart.pdf, p. 3](#paragraph-20)',
    `![A cell](picture:${id})`,
  ].join('\n\n');
  const text = textOf(exportMarkdown(guide({ markdown, pictures: [{ id, slide: 12, pointer, alt: '' }], marks: [] })));
  expect(text).toContain('It pumps. (a\\_b.docx, Heart \\*failure\\* ¶ 4) It rests. (heart.pdf, page 3)');
  expect(text).toContain('(Picture in a\\_b.docx, Heart \\*failure\\* ¶ 4: A cell)');
  const html = joined(await renderPage(guide({ markdown, pictures: [{ id, slide: 12, pointer, alt: '' }], marks: [] })));
  expect(html).toContain('(a_b.docx, Heart *failure* ¶ 4)');
  expect(html).toContain('(Picture in a_b.docx, Heart *failure* ¶ 4: A cell)');
});

test('HTML: a picture is a node of the page, never part of an attribute', async () => {
  const html = await pageOf({
    markdown: `[a](https://example.org "![b](picture:${id})") ![ \\" onerror=\\"alert(1)](picture:${id})`,
    marks: [],
  });
  expect(html.match(/<img[^>]*>/g)).toEqual(['<img src="data:image/webp;base64,AQID" alt="A &quot;cell&quot;">']);
  expect(html).toContain(`<a href="https://example.org" title="![b](#picture-${id})">a</a>`);
});

test('HTML: a picture that is missing or not of the guide becomes words', async () => {
  const other = `${'f'.repeat(32)}-9`;
  const html = joined(await renderPage(guide({ markdown: `![A <cell>](picture:${id}) ![B](picture:${other})`, marks: [] })));
  expect(html).toContain('(Picture on slide 7: A &lt;cell&gt;) (Picture on slide 9: B)');
});

test('HTML: a page without rendering shows the Markdown', () => {
  const html = joined(plainPage(guide({ markdown: '> <b>', marks: [] })));
  expect(html).toContain('<pre dir="auto"># Cells &lt;&amp; more&gt;\n\n&gt; &lt;b&gt;\n</pre>');
});

test('HTML: formulas are drawn without resources, and stay text in code and URLs', async () => {
  const markdown =
    'If \\(x_1^2=4\\) and $a<b$, it costs $5 to $10. `\\(c\\)` [link](https://example.com/?q=$d$) \\(\\frac{1\\) \\(\\href{https://example.com}{x}\\)\n\n| $|x|$ | b |\n| --- | --- |\n| 1 | 2 |\n';
  const html = await pageOf({ markdown, marks: [{ quote: 'the root \\(x\\)' }] });
  expect(html.match(/<math/g)).toHaveLength(4);
  expect(html).toContain('<th><span dir="ltr"><math>');
  expect(html).toContain('it costs $5 to $10. <code>\\(c\\)</code> <a href="https://example.com/?q=$d$">');
  expect(html).toContain('\\(\\frac{1\\)');
  expect(html).toContain('\\(\\href{https://example.com}{x}\\)');
  expect(html).not.toMatch(/[ꟷǀ-ǃ]|%EA%9F/);
});

test('Markdown: formulas are between dollar signs, as other programs expect', () => {
  expect(textOf(exportMarkdown(guide({ markdown: 'If \\(x_1=4\\).', marks: [] })))).toContain('If $x_1=4$.');
});

test('HTML: each block has the direction of its own text, and mirrors', async () => {
  const markdown = '## القلب\n\n- واحد\n  1. اثنان\n\n> اقتباس\n\n| ا | ب |\n| --- | --- |\n| 1 | 2 |\n\n```\ncode\n```\n';
  const html = await pageOf({ language: 'ar', markdown, marks: [] });
  expect(html).toContain('<html lang="ar">');
  expect(html).toContain('<h2 dir="auto">');
  expect(html).toContain('<ul dir="auto">');
  expect(html).toContain('<ol>');
  expect(html).toMatch(/<blockquote dir="auto">\s*<p>/);
  expect(html).toContain('<table dir="auto">');
  expect(html).toContain('<pre dir="ltr">');
  expect(html).not.toMatch(/blockquote \{[^}]*left|td \{[^}]*left/);
});
