import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import papa from 'papaparse';
import { writeCommaSeparated } from './delimitedText.ts';
import { readDelimited } from './import/readDelimited.ts';

const cellsOf = (text: string): string[] => papa.parse<string[]>(text.replace('\uFEFF', ''), { newline: '\r\n' }).data.flat();
const firstCell = (cell: string): string | undefined => cellsOf(writeCommaSeparated([[cell, 'back']]))[0];

describe('a cell that begins like a formula', () => {
  const signs = ['=', '+', '-', '@', '＝', '＋', '－', '＠', '﹦', '﹢', '﹣', '﹫'];
  const before = ['', ' ', '\t', '\n', '\r\n', '\u00A0', '\u200B', '\uFEFF', '\u2060', '\u0000', '\u3164', ' \u200D\u3000'];
  const after = ['HYPERLINK("http://a.example","b")', '1\n+1', '1\r\n2', '1\u2028', ''];
  const formulas = signs.flatMap((sign) => before.flatMap((first) => after.map((rest) => first + sign + rest)));

  it('gets an apostrophe, even with line breaks, in full width and after invisible characters', () => {
    for (const formula of formulas) expect(firstCell(formula)).toBe(`'${formula}`);
  });

  it('is the same text again after an import', () => {
    const text = (side: string): string | undefined =>
      readDelimited(
        writeCommaSeparated([
          ['Front', 'Back'],
          [side, 'back'],
        ]).slice(1),
      ).decks[0]?.cards[0]?.front;
    for (const formula of ['=1\n+1', '＝1', ' - a list', '@a']) expect(text(formula)).toBe(formula.trim());
    expect(text("'tis")).toBe("'tis");
  });
});

it.each(['a=b', 'ATP', '5 - 3', "'", '', '😀', '−5 °C', '(=1)'])('leaves "%s" as it is', (cell) => {
  expect(firstCell(cell)).toBe(cell);
});

it('is the only writer of cells: nothing else calls the library', () => {
  const root = join(import.meta.dirname, '../../../..');
  const sources = globSync('{packages,services,api-gateway,shell,mf-*}/**/*.{ts,tsx}', {
    cwd: root,
    exclude: (name) => /(?:^|\/)(?:node_modules|dist)(?:\/|$)|\.test\.tsx?$/.test(String(name)),
  });
  expect(sources.length).toBeGreaterThan(500);
  expect(sources.filter((file) => /\bunparse\(/.test(readFileSync(join(root, file), 'utf8')))).toEqual([
    'packages/content/exchange/src/delimitedText.ts',
  ]);
});
