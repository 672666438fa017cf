import { plainMarkdown } from './plainMarkdown.ts';

const plain = (text: string): string[] => plainMarkdown(text.split('\n')).lines.filter((line) => line.trim() !== '');

it('drops front matter and keeps its title', () => {
  expect(plainMarkdown('---\ntitle: "Cells"\norder: 3\n---\n\nText'.split('\n'))).toEqual({ lines: ['', 'Text'], title: 'Cells' });
  expect(plain('---\nA line that is no setting\n---')).toEqual(['---', 'A line that is no setting', '---']);
});

it.each([
  ['*Sunk cost*: a cost that was paid', 'Sunk cost: a cost that was paid'],
  ['a _very_ small cell', 'a very small cell'],
  ['snake_case_name and 2 * 3 * 4', 'snake_case_name and 2 * 3 * 4'],
  ['see [the chapter](https://example.org/a_(b)) here', 'see the chapter here'],
  ['![a picture](x.png)Text', 'Text'],
  ['one<br/>two <b>three</b>', 'one two  three '],
  ['if a < b and c > d', 'if a < b and c > d'],
  ['one <!-- said --> two <!-- and --> three', 'one  two  three'],
  ['one <!-- two <!-- three', 'one <!-- two <!-- three'],
  ['[[a](b) and [c [d](e_(f) "g")', '[a and [c d'],
  ['![a](x_(1).png)Text ![', 'Text !['],
])('%s', (line, expected) => {
  expect(plain(line)).toEqual([expected]);
});

it('leaves out navigation and code', () => {
  expect(plain('- [Scarcity](#scarcity)\n{: .no_toc}\nText\n```c\nint x: 4;\n```\nMore')).toEqual(['Text', 'More']);
  expect(plain('Text\n```\nnever closed')).toEqual(['Text', '```', 'never closed']);
});
