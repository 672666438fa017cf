import { plainMarkdown } from './plainMarkdown.ts';

const plain = (text: string): string[] =>
  plainMarkdown(text.split('\n')).lines.flatMap((line) => (line.text.trim() === '' || line.omitted ? [] : [line.text]));

it('leaves out front matter and returns its title', () => {
  expect(plainMarkdown('---\ntitle: "Cells"\norder: 3\n---\n\nText'.split('\n'))).toEqual({
    lines: [{ text: 'title: "Cells"', omitted: 'credit' }, { text: 'order: 3', omitted: 'credit' }, { text: '' }, { text: 'Text' }],
    title: 'Cells',
  });
  expect(plain('---\nA line that is no setting\n---')).toEqual(['---', 'A line that is no setting', '---']);
});

it.each([
  ['*Sunk cost*: a cost that was paid', 'Sunk cost: a cost that was paid'],
  ['a _very_ small cell', 'a very small cell'],
  ['snake_case_name and 2 * 3 * 4', 'snake_case_name and 2 * 3 * 4'],
  ['see [the chapter](https://example.org/a_(b)) here', 'see the chapter here'],
  ['![a picture](x.png) Text', 'a picture Text'],
  ['![](x.png)Text', 'Text'],
  ['one<br/>two <b>three</b>', 'one two  three '],
  ['if a < b and c > d', 'if a < b and c > d'],
  ['one <!-- said --> two <!-- and --> three', 'one  two  three'],
  ['one <!-- two <!-- three', 'one <!-- two <!-- three'],
  ['[[a](b) and [c [d](e_(f) "g")', '[a and [c d'],
  ['![a](x_(1).png)Text ![', 'aText !['],
])('%s', (line, expected) => {
  expect(plain(line)).toEqual([expected]);
});

it('marks navigation as omitted and keeps code literal', () => {
  const { lines } = plainMarkdown('- [Scarcity](#scarcity)\n{: .no_toc}\nText\n```c\nint *x, *y;\n```\nMore'.split('\n'));
  expect(lines).toEqual([
    { text: '- Scarcity', omitted: 'agenda' },
    { text: 'Text' },
    { text: 'int *x, *y;', isCode: true },
    { text: 'More' },
  ]);
  expect(plain('Text\n```\nnever closed')).toEqual(['Text', '```', 'never closed']);
});
