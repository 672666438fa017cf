import { execFileSync } from 'node:child_process';
import { engineFor, growthOf } from '@lectern/test-servers';
import { decodeTable } from './readDecks.ts';
import type { ColumnChoice } from './ImportedDeck.ts';
import { readDelimited } from './readDelimited.ts';

const cardsIn = (text: string, columns?: ColumnChoice) =>
  readDelimited(text, columns).decks.flatMap(({ cards }) => cards.map(({ front, back }) => [front, back]));

/** Python's own writer makes tables of every dialect and encoding. Prints them in base64 with their cells. */
const oracle = `
import base64, csv, io, json, random
random.seed(7)
words = ['alpha', 'a, b', 'c; d', 'x\\ty', 'say "hi"', 'line\\nbreak', '"', "it's", ' é ', '漢字', '😀', 'a"b"c', '1,5', 'end"', 'x' * 200, 'Ω|ω', '#5']
def cell():
    return ' '.join(random.choice(words) for _ in range(random.randint(1, 4))).strip()
tables = []
for number in range(500):
    delimiter = random.choice(',;\\t|')
    rows = [[cell() for _ in range(number % 3 + 2)] for _ in range(random.randint(4, 12))]
    text = io.StringIO()
    quoting = random.choice([csv.QUOTE_MINIMAL, csv.QUOTE_ALL, csv.QUOTE_NONNUMERIC])
    csv.writer(text, delimiter=delimiter, quoting=quoting, lineterminator=random.choice(['\\r\\n', '\\n'])).writerows(rows)
    encoding = random.choice(['utf-8', 'utf-8-sig', 'utf-16', 'utf-16-le', 'utf-16-be'])
    data = text.getvalue()
    if encoding in ('utf-16-le', 'utf-16-be'):
        data = '\\ufeff' + data
    separator = {',': 'comma', ';': 'semicolon', '\\t': 'tab', '|': 'pipe'}[delimiter]
    tables.append({'bytes': base64.b64encode(data.encode(encoding)).decode(), 'rows': rows, 'separator': separator})
print(json.dumps(tables))
`;

const missing = engineFor('python');
if (missing !== undefined) process.stdout.write(`${missing}\n`);

(missing === undefined ? test : test.skip)("500 tables of Python's csv are read as they were written", async () => {
  const tables = JSON.parse(execFileSync('python3', ['-c', oracle], { encoding: 'utf8', maxBuffer: 1e9 })) as {
    bytes: string;
    rows: string[][];
    separator: string;
  }[];
  expect(tables).toHaveLength(500);
  for (const { bytes, rows, separator } of tables) {
    const { text } = await decodeTable(Buffer.from(bytes, 'base64'));
    expect(readDelimited(`#separator:${separator}\n${text}`).table!.rows).toEqual(rows.slice(0, 11));
    expect(cardsIn(`#separator:${separator}\n${text}`)).toEqual(rows.map(([front, back]) => [front!.trim(), back!.trim()]));
  }
});

test('detects the separator', () => {
  const expected = [
    ['What is it, then?', 'a thing; or two'],
    ['2 + 2', '4'],
    ['x', 'y'],
  ];
  for (const separator of ['\t', ';', ',', '|'])
    expect(
      cardsIn(expected.map((cells) => cells.map((cell) => (cell.includes(' ') ? `"${cell}"` : cell)).join(separator)).join('\n')),
    ).toEqual(expected);
});

test('reads exports of Quizlet with quotes in sentences', () => {
  expect(cardsIn('"Hello", he said\tBonjour, dit-il\nan "ion\tcharged\r\n\r\nlast\tone\n')).toEqual([
    ['"Hello", he said', 'Bonjour, dit-il'],
    ['an "ion', 'charged'],
    ['last', 'one'],
  ]);
});

test('reads other lines normally after a badly quoted one', () => {
  const good = Array.from({ length: 1_000 }, (_, index) => `"front, ${index}","back ""${index}""\n and more"\n`).join('');
  const cards = cardsIn(`${good}"Faust" Teil 1,Goethe\n${good}"never closed,end\nlast,one\n`);
  expect(cards).toHaveLength(2_003);
  expect(cards[999]).toEqual(['front, 999', 'back "999"\n and more']);
  expect(cards.slice(1_000, 1_002)).toEqual([
    ['"Faust" Teil 1', 'Goethe'],
    ['front, 0', 'back "0"\n and more'],
  ]);
  expect(cards.slice(2_001)).toEqual([
    ['"never closed', 'end'],
    ['last', 'one'],
  ]);
});

test('counts extra cells, and refuses too many with a message', () => {
  expect(readDelimited('a,b,c,d\ne,f\ng,h, ,i\n').skipped).toEqual({ 'other-cells': 3 });
  expect(() => readDelimited(`a,b\n${'x,'.repeat(120)}x\n`)).toThrow('more than 100 cells');
  expect(() => readDelimited('a,b\n'.repeat(10_002))).toThrow('more than 10,000 lines');
});

test("reads separator, HTML and special columns from Anki's headers", () => {
  const text =
    '#separator:tab\n#html:true\n#guid column:1\n#notetype column:2\n#deck column:3\n#tags column:6\n' +
    'g1\tBasic\tBio::Cells\t<b>ATP</b> &amp; co[sound:a.mp3]\t"line<br>two<img src=""a.png"">"\ttag\n' +
    'g2\tBasic\tGeo\tParis\tFrance\t\n';
  const { decks, skipped } = readDelimited(text);
  expect(decks.map(({ title, cards }) => [title, cards.map(({ front, back }) => [front, back])])).toEqual([
    ['Bio › Cells', [['ATP & co', 'line\ntwo']]],
    ['Geo', [['Paris', 'France']]],
  ]);
  expect(skipped).toEqual({ pictures: 1 });
});

test('reads nested decks and tags from headers, and tags of lines from a column', () => {
  const { decks } = readDelimited(
    '#separator:tab\n#deck:Uni::Heart::Valves\n#tags:exam year_1\n#tags column:3\na\tb\thard year_1\nc\td\t\n',
  );
  expect(decks).toMatchObject([
    {
      title: 'Uni › Heart › Valves',
      path: ['Uni', 'Heart', 'Valves'],
      cards: [{ tags: ['exam', 'year_1', 'hard'] }, { tags: ['exam', 'year_1'] }],
    },
  ]);
  const names = 'Front,Back,Hint,Tags\na,b,starts with b,x y\nc,d,,\n';
  expect(readDelimited(names)).toMatchObject({
    decks: [{ cards: [{ hint: 'starts with b', tags: ['x', 'y'] }, { tags: [] }] }],
    skipped: {},
  });
});

test('reads the first line of an Anki text as a card', () => {
  expect(cardsIn('#separator:tab\nquestion\tréponse\na\tb\n')[0]).toEqual(['question', 'réponse']);
});

test('makes a card per gap, on either side or alone on a line', () => {
  expect(cardsIn('"The {{c1::heart}} pumps blood",note\n"{{c1::Veins}} lead to the {{c2::heart::an organ}}",note\nplain,card\n')).toEqual([
    ['The [...] pumps blood', 'heart\nnote'],
    ['[...] lead to the heart', 'Veins\nnote'],
    ['Veins lead to the [an organ]', 'heart\nnote'],
    ['plain', 'card'],
  ]);
  expect(cardsIn('Circulation\t{{c1::Arteries}} lead away\n')).toEqual([['Circulation\n[...] lead away', 'Arteries']]);
  expect(cardsIn('{{c1::Veins}} lead to the {{c2::heart}}\n{{c1::Lungs}}\n')).toEqual([
    ['[...] lead to the heart', 'Veins'],
    ['Veins lead to the [...]', 'heart'],
    ['[...]', 'Lungs'],
  ]);
  expect(cardsIn('#html:true\n<b>{{c1::Veins}}</b>\tmore &amp; more\n')).toEqual([['[...]', 'Veins\nmore & more']]);
});

test('chooses the sides by names in the first line, unless the learner chose', () => {
  const text = 'Number,Answer,Question\n1,four,two and two\n2,"=1+1","\'=cmd"\n';
  expect(readDelimited(text).table!.columns).toEqual({ front: 2, back: 1, hasHeader: true });
  expect(cardsIn(text)).toEqual([
    ['two and two', 'four'],
    ['=cmd', '=1+1'],
  ]);
  expect(cardsIn(text, { front: 0, back: 2, hasHeader: true })).toEqual([
    ['1', 'two and two'],
    ['2', '=cmd'],
  ]);
});

test('counts lines without a back and overlong sides', () => {
  const { decks, skipped } = readDelimited(`a\tb\nalone\n\t back alone\nc\t${'x'.repeat(2_001)}\nd\t${'😀'.repeat(2_000)}\n`);
  expect(decks[0]!.cards).toHaveLength(2);
  expect(skipped).toEqual({ 'lines-without-back': 2, 'long-sides': 1 });
});

test('reads single-byte encodings of Windows spreadsheets', async () => {
  const read = async (bytes: Uint8Array) => cardsIn((await decodeTable(bytes)).text);
  expect((await read(Buffer.from('caf\xe9;co\xfbt\nx;y\n', 'latin1')))[0]).toEqual(['café', 'coût']);
  expect(await read(Buffer.from('a,b\nc,d\n', 'utf16le'))).toEqual([
    ['a', 'b'],
    ['c', 'd'],
  ]);
});

test('refuses a text without cells, and other files, with a message', async () => {
  expect(() => readDelimited('one word\nanother\n')).toThrow('Each line needs a front and a back');
  for (const text of ['%PDF-1.7\nx,y', '<!DOCTYPE html><p>a,b', '{\\rtf1 a,b}', '{"a": 1, "b": 2}', 'a,b\u0000c'])
    await expect(decodeTable(Buffer.from(text))).rejects.toThrow('This file is no deck of cards');
});

test('takes linear time', async () => {
  const read = (text: string) => () => {
    try {
      readDelimited(text);
    } catch {
      // Refusing takes work, too.
    }
  };
  for (const piece of ['"', '"a', ',', '"a"b,c\n', '"a\n"b" c\n', 'a\n'.repeat(9) + '"b\n', '\t', '"\n', 'a,"b\n', '#a:', "'="])
    expect(await growthOf((size) => read(`a,b\n${piece.repeat(size)}`), { size: 5_000, harmlessMs: 100, most: 8 })).toBeLessThanOrEqual(8);
});
