import type { FlowParagraph } from '../text/sourceOfParagraphs.ts';
import { readCharacterMap } from './readCharacterMap.ts';
import { inReadingOrder } from './readingOrder.ts';
import { readPdf } from './readPdf.ts';
import type { TextRun } from './textRuns.ts';
import { addChinese, addWingdings, column, pdfBytes, pdfOf, type TestLine } from '../../testing/pdfs.ts';

const now = (): number => 0;
const read = async (pages: readonly (readonly TestLine[])[], title?: string): Promise<FlowParagraph[]> =>
  (await readPdf(await pdfBytes(pages, title), { now })).paragraphs;

const left = [
  'The heart is a muscle that pumps the blood',
  'through the vessels of the whole body. It has',
  'four chambers, two atria and two ventricles,',
  'which contract one after the other. Blood',
  'that has little oxygen enters the right atrium.',
];
const right = [
  'The lungs take oxygen from the air. Blood',
  'flows through fine vessels around the small',
  'sacs, and takes the oxygen that they contain.',
  'It returns to the left atrium by four veins,',
  'and leaves the heart by the aorta.',
];

describe('columns', () => {
  it('are read one after the other, below a title across both', async () => {
    const [title, first, second] = await read([
      [
        { text: 'Heart and lungs work together in the circulation', top: 80, size: 18, left: 80 },
        ...column(left, 60, 140),
        ...column(right, 320, 140),
      ],
    ]);
    expect(title).toMatchObject({ kind: 'title', text: 'Heart and lungs work together in the circulation', page: 1 });
    expect(first?.text).toBe(left.join(' '));
    expect(second?.text).toBe(right.join(' '));
  });

  it('whose lines stand at different heights are read one after the other', async () => {
    const paragraphs = await read([[...column(left, 60, 140), ...column(right, 320, 145)]]);
    expect(paragraphs.map(({ text }) => text)).toEqual([left.join(' '), right.join(' ')]);
  });

  it('of two rows are read above and below a line across both', async () => {
    const paragraphs = await read([
      [
        ...column(left, 60, 100),
        ...column(right, 320, 100),
        { text: 'Figure 1: The circulation of the blood through heart, lungs and the whole of the body, from the front.', top: 200 },
        ...column(right, 60, 240),
        ...column(left, 320, 240),
      ],
    ]);
    const [one, two] = [left.join(' '), right.join(' ')];
    expect(paragraphs.map(({ text }) => text)).toEqual([one, two, expect.stringMatching(/^Figure 1/), two, one]);
  });
});

describe('headings', () => {
  it('are larger than the text, or bold, with a depth by their size', async () => {
    const paragraphs = await read([
      [
        { text: 'Circulation', top: 60, size: 20 },
        { text: 'The heart', top: 100, size: 14 },
        ...column(left, 60, 130),
        { text: 'Valves of the heart', top: 210, isBold: true },
        ...column(right, 60, 230),
      ],
    ]);
    expect(paragraphs.filter(({ kind }) => kind === 'title').map(({ text, level }) => [text, level])).toEqual([
      ['Circulation', 0],
      ['The heart', 1],
      ['Valves of the heart', 2],
    ]);
  });

  it('may span two lines', async () => {
    const [title] = await read([
      [{ text: 'The circulation of the blood in', top: 60, size: 20 }, { text: 'mammals', top: 84, size: 20 }, ...column(left, 60, 140)],
    ]);
    expect(title?.text).toBe('The circulation of the blood in mammals');
  });
});

it('in the size of the text are only names of usual parts', async () => {
  const apart = (text: string): TestLine[] => [...column(left, 60, 100), { text, top: 200 }, ...column(right, 60, 230)];
  expect((await read([apart('Introduction')])).map(({ kind }) => kind)).toEqual(['paragraph', 'title', 'paragraph']);
  expect((await read([apart('2. Zusammenfassung')])).map(({ kind }) => kind)).toContain('title');
  expect((await read([apart('Heart')])).map(({ kind }) => kind)).not.toContain('title');
  expect((await read([apart('Ventricle')])).map(({ kind }) => kind)).not.toContain('title');
});

describe('running heads', () => {
  const page = (number: number): TestLine[] => [
    { text: 'Anatomy for nurses', top: 30, size: 9 },
    { text: `Chapter 2: The heart`, top: 30, size: 9, left: 400 },
    { text: `Fact ${String(number)} of this page is that the heart beats.`, top: 100 },
    { text: `Page ${String(number)} of 4`, top: 770, size: 9, left: 280 },
  ];

  it('and page numbers are left out', async () => {
    const paragraphs = await read([page(1), page(2), page(3), page(4)]);
    expect(paragraphs.map(({ text, page: own }) => [own, text])).toEqual(
      [1, 2, 3, 4].map((number) => [number, `Fact ${String(number)} of this page is that the heart beats.`]),
    );
  });

  it('are kept on a single page, like recurring titles of slides', async () => {
    expect((await read([page(1)])).map(({ text }) => text).join(' ')).toContain('Anatomy for nurses');
    const slide = (text: string): TestLine[] => [{ text: 'The heart', top: 60, size: 28 }, ...column([text, ...left], 60, 140)];
    const slides = await read([slide('First it fills.'), slide('Then it pumps.'), slide('Then it rests.')]);
    expect(slides.filter(({ text }) => text === 'The heart')).toHaveLength(3);
  });
});

describe('paragraphs', () => {
  const texts = async (lines: readonly string[]): Promise<string[]> => (await read([column(lines, 60, 100)])).map(({ text }) => text);

  it('lose the hyphen of a split word, and keep that of a compound', async () => {
    expect(await texts(['The right side of the heart receives venous blood from the circu-', 'lation and pumps it.'])).toEqual([
      'The right side of the heart receives venous blood from the circulation and pumps it.',
    ]);
    expect(await texts(['A left-sided failure of the heart is more frequent; often the left-', 'sided one is first.'])).toEqual([
      'A left-sided failure of the heart is more frequent; often the left-sided one is first.',
    ]);
    expect(await texts(['The rhythm of the heart is started by cells that are, so to say, self-', 'exciting at rest.'])).toEqual([
      'The rhythm of the heart is started by cells that are, so to say, self-exciting at rest.',
    ]);
  });

  it('begin where a line is indented', async () => {
    const paragraphs = await read([
      [...column(left, 60, 100), { text: right[0] ?? '', left: 75, top: 160 }, ...column(right.slice(1), 60, 172)],
    ]);
    expect(paragraphs.map(({ text }) => text)).toEqual([left.join(' '), right.join(' ')]);
  });

  it('continue across pages and belong to the first one', async () => {
    const paragraphs = await read([[...column(left.slice(0, 3), 60, 700)], [...column(left.slice(3), 60, 60)]]);
    const at = left.slice(0, 3).join(' ').length + 1;
    expect(paragraphs).toEqual([{ kind: 'paragraph', level: 0, text: left.join(' '), page: 1, pageStarts: [{ page: 2, at }] }]);
  });

  it('lose the hyphen of a word split at the end of a page', async () => {
    const lines = ['Deoxygenated blood is in the circu-', 'lation and is pumped'];
    const [paragraph, ...more] = await read(lines.map((line, index) => [...column([line], 60, index === 0 ? 700 : 60)]));
    expect(more).toEqual([]);
    expect(paragraph).toMatchObject({ text: 'Deoxygenated blood is in the circulation and is pumped', page: 1 });
    expect(paragraph?.text.slice(paragraph.pageStarts?.[0]?.at)).toBe('lation and is pumped');
  });

  it('of lists are bullets with their depth', async () => {
    const paragraphs = await read([
      [
        { text: 'The heart has four chambers, which are these:', top: 100 },
        { text: '• two atria, which', left: 70, top: 120 },
        { text: 'receive the blood', left: 78, top: 132 },
        { text: '– the left one', left: 90, top: 144 },
        { text: '• two ventricles', left: 70, top: 156 },
        { text: '1. They fill.', left: 70, top: 168 },
      ],
    ]);
    expect(paragraphs.slice(1).map(({ kind, level, text }) => [kind, level, text])).toEqual([
      ['bullet', 0, 'two atria, which receive the blood'],
      ['bullet', 1, 'the left one'],
      ['bullet', 0, 'two ventricles'],
      ['bullet', 0, 'They fill.'],
    ]);
  });
});

describe('marks of lists', () => {
  const textOf = async (lines: readonly TestLine[]) => (await read([lines])).map(({ kind, text }) => `${kind}: ${text}`);

  it('may be letters, but not words of other languages', async () => {
    expect(
      await textOf([
        ...['Wash the hands', 'Dry the hands'].flatMap((text, index): TestLine[] => [
          { text: 'o', left: 60, top: 100 + 12 * index },
          { text, left: 78, top: 100 + 12 * index },
        ]),
        ...column(['o Put on gloves', 'o Take them off'], 80, 160),
        ...column(
          ['O sangue entra no coração pela veia cava e passa', 'o ventrículo direito antes dos pulmões, que lhe', 'dão oxigénio.'],
          60,
          220,
        ),
      ]),
    ).toEqual([
      'bullet: Wash the hands',
      'bullet: Dry the hands',
      'bullet: Put on gloves',
      'bullet: Take them off',
      'paragraph: O sangue entra no coração pela veia cava e passa o ventrículo direito antes dos pulmões, que lhe dão oxigénio.',
    ]);
  });

  it('may be in Wingdings, whose arrows stay arrows', async () => {
    const document = await pdfOf([
      [
        { text: 'Wash', left: 80, top: 100 },
        { text: 'Order', top: 150 },
        { text: 'film', left: 110, top: 150 },
      ],
    ]);
    addWingdings(document, document.getPage(0), [
      { text: '§', left: 60, top: 100 },
      { text: 'à', left: 95, top: 150 },
    ]);
    const { paragraphs } = await readPdf(await document.save({ useObjectStreams: false }), { now });
    expect(paragraphs.map(({ kind, text }) => `${kind}: ${text}`)).toEqual(['bullet: Wash', 'paragraph: Order → film']);
  });

  it('on slides, where most text is larger than the body size, keep the lines of a bullet together', async () => {
    expect(
      await textOf([
        { text: 'Summary', left: 60, top: 60, size: 24 },
        { text: '• It is the responsibility of the researcher', left: 60, top: 100, size: 16 },
        { text: 'to share the data', left: 75, top: 120, size: 16 },
        { text: '• Metadata support accountability', left: 60, top: 140, size: 16 },
        ...column(left, 60, 300),
      ]),
    ).toEqual([
      'title: Summary',
      'bullet: It is the responsibility of the researcher to share the data',
      'bullet: Metadata support accountability',
      `paragraph: ${left.join(' ')}`,
    ]);
  });

  it('without text do not split a sentence', async () => {
    expect(
      await textOf([
        ...column(['The left ventricle has the thickest wall of all, since', 'it pumps the blood through the whole body.'], 60, 100),
        { text: '•', left: 300, top: 106, size: 4 },
      ]),
    ).toEqual(['paragraph: The left ventricle has the thickest wall of all, since it pumps the blood through the whole body.']);
  });

  it('may be a little higher than their text', async () => {
    expect(
      await textOf([
        { text: '•', left: 60, top: 100 },
        { text: 'Wash the hands', left: 75, top: 107 },
        { text: '•', left: 60, top: 130 },
        { text: 'Dry the hands', left: 75, top: 137 },
      ]),
    ).toEqual(['bullet: Wash the hands', 'bullet: Dry the hands']);
  });

  it('exclude a dash within a sentence', async () => {
    const lines = [
      'The left ventricle, which has by far the thickest wall',
      '– about three times that of the right one – pumps the',
      'blood through the body.',
    ];
    expect(await textOf(column(lines, 60, 100))).toEqual([`paragraph: ${lines.join(' ')}`]);
    expect(await textOf(column(['The heart has four chambers that are filled by the veins', '– atria', '– ventricles'], 60, 100))).toEqual([
      'paragraph: The heart has four chambers that are filled by the veins',
      'bullet: atria',
      'bullet: ventricles',
    ]);
  });
});

describe('pages whose fonts map to the wrong letters', () => {
  const garbled = [
    'Wkh khduw lv d pxvfoh wkdw sxpsv wkh eorrg wkurxjk wkh',
    'yhvvhov ri wkh zkroh ergb. Lw kdv irxu fkdpehuv, wzr dwuld',
    'dqg wzr yhqwulfohv, zklfk frqwudfw rqh diwhu wkh rwkhu.',
    'Eorrg wkdw kdv olwwoh rabjhq hqwhuv wkh uljkw dwulxp.',
  ];

  it('are left out and listed if others can be read', async () => {
    const bytes = await pdfBytes([column(left, 60, 100), column(garbled, 60, 100), column(garbled, 60, 100), column(right, 60, 100)]);
    const { paragraphs, unreadPages } = await readPdf(bytes, { now });
    expect(paragraphs.map(({ page }) => page)).toEqual([1, 4]);
    expect(unreadPages).toEqual([{ first: 2, last: 3 }]);
  });

  it('cause a document of them to be refused', async () => {
    const pages = [[{ text: 'Lecture 4', top: 80 }], column(garbled, 60, 100)];
    await expect(read(pages)).rejects.toMatchObject({
      code: 'no-text',
      message: expect.stringContaining('its fonts map to the wrong letters') as string,
    });
    await expect(read(garbled.map((line) => column([line], 60, 100)))).rejects.toMatchObject({ code: 'no-text' });
  });
});

describe('tables', () => {
  it('are rows of cells if their columns align', async () => {
    const rows = [
      ['Chamber', 'Receives from', 'Pressure'],
      ['Right atrium', 'Body', '5 mmHg'],
      ['Left atrium', 'Lungs', '10 mmHg'],
      ['Left ventricle', 'Left atrium', '120 mmHg'],
    ];
    const cells = rows.flatMap((row, index) =>
      row.map((text, place): TestLine => ({ text, left: 80 + 140 * place, top: 200 + 16 * index })),
    );
    const paragraphs = await read([[...column(left, 60, 100), ...cells, ...column(right, 60, 300)]]);
    expect(paragraphs.filter(({ kind }) => kind === 'row').map(({ cells: own, table, row }) => [table, row, own])).toEqual(
      rows.map((row, index) => [1, index, row]),
    );
    expect(paragraphs.map(({ kind }) => kind)).toEqual(['paragraph', 'row', 'row', 'row', 'row', 'paragraph']);
  });
});

it('takes the title from the file’s properties unless a program made it', async () => {
  const page = [column(left, 60, 100)];
  expect((await readPdf(await pdfBytes(page, 'Anatomy'), { now })).title).toBe('Anatomy');
  expect((await readPdf(await pdfBytes(page, 'Microsoft Word - notes.doc'), { now })).title).toBeUndefined();
});

it('reads a page with text at absurd positions row by row', () => {
  const run = (at: number, baseline: number): TextRun => ({
    ...{ text: 'blood', left: at, right: at + 40, baseline, size: 10 },
    ...{ isBold: false, hasSpaceBefore: true, isRightToLeft: false },
  });
  const rows = [1, 2, 3, 4].flatMap((row) => [run(60, 20 * row), run(1e20, 20 * row)]);
  expect(inReadingOrder(rows).flatMap((region) => region.lines.flatMap(({ pieces }) => pieces))).toHaveLength(8);
});

it('only reads the first pages on request', async () => {
  const bytes = await pdfBytes([column(left, 60, 100), column(right, 60, 100)]);
  expect(await readPdf(bytes, { now, pages: 1 })).toMatchObject({ pages: 2, paragraphs: [{ text: left.join(' '), page: 1 }] });
});

it('does not report a bug of ours as damage', async () => {
  const bytes = await pdfBytes([column(left, 60, 100)]);
  const broken = (): number => {
    throw new TypeError('no clock');
  };
  await expect(readPdf(bytes, { now: broken })).rejects.toThrow(TypeError);
  let calls = 0;
  const later = (): number => {
    calls += 1;
    return calls < 3 ? 0 : broken();
  };
  await expect(readPdf(await pdfBytes([column(left, 60, 100)]), { now: later })).rejects.toThrow(TypeError);
});

it('limits the time of laying out, too', async () => {
  const bytes = await pdfBytes([column(left, 60, 100)]);
  let calls = 0;
  const count = (): number => {
    calls += 1;
    return 0;
  };
  await readPdf(bytes, { now: count });
  const all = calls;
  calls = 0;
  // Exceeds the time limit at the last check, which is at the last line.
  const atLast = (): number => {
    count();
    return calls < all ? 0 : Infinity;
  };
  expect(all).toBeGreaterThan(left.length);
  await expect(readPdf(await pdfBytes([column(left, 60, 100)]), { now: atLast })).rejects.toMatchObject({ code: 'too-large' });
});

it.each([
  ['UniGB-UCS2-H', /^心脏$/],
  // Its codes are character numbers of an Adobe font.
  ['Identity-H', /^\p{Script=Han}{2}$/u],
])('reads Chinese text by the character map %s', async (encoding, text) => {
  const document = await pdfOf([column(left, 60, 100)]);
  addChinese(document, document.getPage(0), encoding);
  const { paragraphs } = await readPdf(await document.save(), { now, readCharacterMap });
  expect(paragraphs.at(-1)?.text).toMatch(text);
});

it('loads no other file as a character map', async () => {
  for (const name of ['../package.json', 'a/b.bcmap', 'x.txt', '.bcmap', 'nothing.bcmap'])
    await expect(readCharacterMap(name)).rejects.toThrow();
});

it.each([
  ['alone', 'UniGB-UCS2-H', []],
  ['beside Latin text', 'UniGB-UCS2-H', left],
  ['in a font without characters', 'Identity-H', left],
])('reports unreadable Chinese text: %s', async (_case, encoding, lines) => {
  const document = await pdfOf([column(lines, 60, 100)]);
  addChinese(document, document.getPage(0), encoding);
  await expect(readPdf(await document.save(), { now })).rejects.toMatchObject({
    code: 'no-text',
    message: expect.stringMatching(/^This PDF has Chinese, Japanese or Korean text/),
  });
});
