import { exportGuide, type ExportableGuide, type ExportedPicture } from './exportGuide.ts';

const id = `${'0123456789abcdef'.repeat(2)}-7`;
const guide = (change: Partial<ExportableGuide> = {}): ExportableGuide => ({
  title: 'Cells <& more>',
  language: 'de',
  markdown: `## Glycolysis\n\nIt needs no oxygen. [2](#slide-2) See [¶3](#paragraph-3).\n\n![A cell](picture:${id})\n\n| Stage | ATP |\n| --- | --- |\n| Glycolysis | 2 |\n`,
  marks: [{ quote: 'needs no\noxygen', note: 'Asked in May.' }],
  pictures: [{ id, slide: 7 }],
  ...change,
});
const files: ExportedPicture[] = [{ id, slide: 7, alt: 'A "cell"', type: 'image/webp', bytes: new Uint8Array([1, 2, 3]) }];
const textOf = ({ bytes }: { bytes: Uint8Array }): string => new TextDecoder().decode(bytes);

test('Markdown: references and pictures are words, and the highlights stand below', async () => {
  const file = await exportGuide(guide(), 'md', []);
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
  const file = await exportGuide(guide(), 'html', files);
  const html = textOf(file);
  expect([file.name, file.type]).toEqual(['Cells & more.html', 'text/html; charset=utf-8']);
  expect(html).toContain('<html lang="de">');
  expect(html).toContain('<title>Cells &lt;&amp; more&gt;</title>');
  expect(html).toContain('<img src="data:image/webp;base64,AQID" alt="A &quot;cell&quot;">');
  expect(html).toContain('<td>Glycolysis</td>');
  expect(html).toContain('It needs no oxygen. (slide 2) See (paragraph 3).');
});

test('HTML: a table is reached by keys, and the box of a task has a name; tags in the text are text', async () => {
  const markdown = '- [x] Read <table>\n\n| Stage | ATP |\n| --- | --- |\n| `<table>` | 2 |\n';
  const html = textOf(await exportGuide(guide({ markdown, marks: [] }), 'html', []));
  expect(html.match(/<div class="table" role="group" aria-label="Table" tabindex="0"><table>/g)).toHaveLength(1);
  expect(html.match(/<\/table><\/div>/g)).toHaveLength(1);
  expect(html).toContain('<input type="checkbox" aria-label="Done"');
  expect(html).toContain('Read &lt;table&gt;');
});

test('HTML: nothing of a guide runs, or loads from elsewhere', async () => {
  const html = textOf(
    await exportGuide(
      guide({
        markdown: [
          '<script>alert(1)</script><img src=x onerror=alert(1)>',
          '![x](https://example.org/x.png) ![y][z] ![a (b)](https://example.org/a(b).png)',
          '[click](javascript:alert(1)) \uFDD00\uFDD0',
          '',
          '[z]: https://example.org/z.png',
        ].join('\n'),
        pictures: [],
        marks: [{ quote: '</blockquote><script>', note: '![n](https://example.org/n.png)' }],
      }),
      'html',
      files,
    ),
  );
  const body = html.slice(html.indexOf('<main>'));
  expect(body).not.toMatch(/<script|<img|<iframe|javascript:|<[^>]*src=/i);
  expect(html).toContain("default-src 'none'");
});

test('places of documents in words, of references and of pictures', async () => {
  const pointer = { kind: 'text', paragraph: 12, document: 'a_b.docx', section: { heading: 'Heart *failure*', paragraph: 4 } } as const;
  const markdown = [
    'It pumps. [a\\_b.docx, Heart \\*failure\\* ¶ 4](#paragraph-12) It rests. [heart.pdf, p. 3](#paragraph-20)',
    `![A cell](picture:${id})`,
  ].join('\n\n');
  const text = textOf(await exportGuide(guide({ markdown, pictures: [{ id, slide: 12, pointer }], marks: [] }), 'md', []));
  expect(text).toContain('It pumps. (a\\_b.docx, Heart \\*failure\\* ¶ 4) It rests. (heart.pdf, page 3)');
  expect(text).toContain('(Picture in a\\_b.docx, Heart \\*failure\\* ¶ 4: A cell)');
  const html = textOf(await exportGuide(guide({ markdown, pictures: [{ id, slide: 12, pointer }], marks: [] }), 'html', []));
  expect(html).toContain('(a_b.docx, Heart *failure* ¶ 4)');
  expect(html).toContain('(Picture in a_b.docx, Heart *failure* ¶ 4: A cell)');
});
