import { rgb, type PDFPage } from 'pdf-lib';
import type { FlowParagraph } from '../../text/sourceOfParagraphs.ts';
import { PdfDrawing } from '../drawing/PdfDrawing.ts';
import { readPdf } from '../readPdf.ts';
import { column, pdfOf, type TestLine } from '../../../testing/pdfs.ts';
import type { TextRun } from '../textRuns.ts';
import type { Rule } from './Rule.ts';
import { withRuledTables } from './withRuledTables.ts';

const now = (): number => 0;
const height = 800;
const left = ['The heart is a muscle that pumps the blood', 'through the vessels of the whole body.'];
const below: TestLine = { text: 'The valves keep the blood from flowing back.', top: 400 };

type Draw = (page: PDFPage) => void;
/** A line between two points, measured from the left and top edge. */
const rule = (page: PDFPage, [x, top]: readonly [number, number], [toX, toTop]: readonly [number, number]): void => {
  page.drawLine({ start: { x, y: height - top }, end: { x: toX, y: height - toTop }, thickness: 0.5 });
};
/** Lines at these positions across the whole grid. */
const grid =
  (xs: readonly number[], ys: readonly number[]): Draw =>
  (page) => {
    for (const y of ys) rule(page, [xs[0] ?? 0, y], [xs.at(-1) ?? 0, y]);
    for (const x of xs) rule(page, [x, ys[0] ?? 0], [x, ys.at(-1) ?? 0]);
  };

async function read(lines: readonly TestLine[], draw: Draw): Promise<FlowParagraph[]> {
  const document = await pdfOf([lines]);
  draw(document.getPage(0));
  const bytes = await document.save();
  const drawing = await PdfDrawing.open(bytes, () => false);
  return (await readPdf(bytes, { now, drawing })).paragraphs;
}
const rowsOf = (paragraphs: readonly FlowParagraph[]): unknown[] =>
  paragraphs.filter(({ kind }) => kind === 'row').map(({ cells }) => cells);

/** A table whose gaps do not reveal its cells: two rows with wrapped lines. */
const wrapped: TestLine[] = [
  { text: 'Chamber', left: 64, top: 200 },
  { text: 'What it does', left: 144, top: 200 },
  { text: 'Right', left: 64, top: 220 },
  { text: 'atrium', left: 64, top: 232 },
  { text: 'It takes the blood from the veins of the circu-', left: 144, top: 220 },
  { text: 'lation, and passes it on', left: 144, top: 232 },
  { text: 'to the ventricle.', left: 144, top: 244 },
];
const wrappedRows = [
  ['Chamber', 'What it does'],
  ['Right atrium', 'It takes the blood from the veins of the circulation, and passes it on to the ventricle.'],
];

it('finds cells by rules, joins their lines, and keeps text outside', async () => {
  const paragraphs = await read([...column(left, 60, 100), ...wrapped, below], grid([60, 140, 400], [188, 206, 252]));
  expect(paragraphs.map(({ kind, text }) => (kind === 'row' ? 'row' : text))).toEqual([left.join(' '), 'row', 'row', below.text]);
  expect(rowsOf(paragraphs)).toEqual(wrappedRows);
  expect(paragraphs.filter(({ kind }) => kind === 'row').map(({ table, row, page }) => [table, row, page])).toEqual([
    [1, 0, 1],
    [1, 1, 1],
  ]);
});

it.each<[string, Draw]>([
  [
    'cells that are drawn box by box',
    (page) => {
      for (const [x, width] of [
        [60, 80],
        [140, 260],
      ] as const)
        for (const [top, rowHeight] of [
          [188, 18],
          [206, 46],
        ] as const)
          page.drawRectangle({ x, y: height - top - rowHeight, width, height: rowHeight, borderWidth: 0.5, borderColor: rgb(0, 0, 0) });
    },
  ],
  [
    'thin filled areas, dashed here and there',
    (page) => {
      for (const top of [188, 206, 252]) page.drawRectangle({ x: 60, y: height - top, width: 340, height: 1, color: rgb(0, 0, 0) });
      for (const x of [60, 140, 400])
        for (let top = 188; top < 252; top += 8) page.drawRectangle({ x, y: height - top - 6, width: 1, height: 6, color: rgb(0, 0, 0) });
    },
  ],
  [
    'lines that are open at the sides',
    (page) => {
      for (const top of [188, 206, 252]) rule(page, [60, top], [400, top]);
      rule(page, [140, 188], [140, 252]);
    },
  ],
])('%s are cells', async (_name, draw) => {
  expect(rowsOf(await read(wrapped, draw))).toEqual(wrappedRows);
});

it('puts a spanning cell into its first column and row', async () => {
  const lines: TestLine[] = [
    { text: 'Chamber', left: 64, top: 208 },
    { text: 'Pressure', left: 200, top: 200 },
    { text: 'systole', left: 164, top: 218 },
    { text: 'diastole', left: 264, top: 218 },
    { text: 'Left ventricle', left: 64, top: 238 },
    { text: '120', left: 164, top: 238 },
    { text: '8', left: 264, top: 238 },
  ];
  const draw: Draw = (page) => {
    grid([60, 160, 360], [188, 224, 246])(page);
    rule(page, [160, 206], [360, 206]);
    rule(page, [260, 206], [260, 246]);
  };
  expect(rowsOf(await read(lines, draw))).toEqual([
    ['Chamber', 'Pressure', ''],
    ['', 'systole', 'diastole'],
    ['Left ventricle', '120', '8'],
  ]);
});

it('treats lines of cells without rules between them as rows', async () => {
  const rows = [
    ['Chamber', 'Pressure'],
    ['Right atrium', '5 mmHg'],
    ['Left atrium', '10 mmHg'],
    ['Left ventricle', '120 mmHg'],
  ];
  const lines = rows.flatMap((row, index) =>
    row.map((text, place) => ({ text, left: 64 + 100 * place, top: 200 + (index > 0 ? 6 : 0) + 12 * index })),
  );
  expect(rowsOf(await read(lines, grid([60, 160, 220], [188, 206, 250])))).toEqual(rows);
});

/** Lines of cells in columns with these left ends, 12 points apart. */
const cellLines = (lefts: readonly number[], rows: readonly { top: number; cells: readonly (readonly string[])[] }[]): TestLine[] =>
  rows.flatMap(({ top, cells }) => cells.flatMap((texts, place) => column(texts, lefts[place] ?? 0, top)));

it.each<[string, readonly TestLine[], Draw, string[][]]>([
  [
    'with words that go on in small letters',
    cellLines(
      [64, 164, 264],
      [
        { top: 200, cells: [['Drug'], ['Effect'], ['Risk']] },
        {
          top: 220,
          cells: [
            ['Beta', 'blockers'],
            ['Lower heart', 'rate'],
            ['Asthma', 'attack'],
          ],
        },
        {
          top: 250,
          cells: [
            ['ACE', 'inhibitors'],
            ['Lower blood', 'pressure'],
            ['Dry', 'cough'],
          ],
        },
      ],
    ),
    grid([60, 160, 260, 360], [188, 208, 238, 268]),
    [
      ['Drug', 'Effect', 'Risk'],
      ['Beta blockers', 'Lower heart rate', 'Asthma attack'],
      ['ACE inhibitors', 'Lower blood pressure', 'Dry cough'],
    ],
  ],
  [
    'with names',
    cellLines(
      [64, 164],
      [
        { top: 200, cells: [['Author'], ['Work']] },
        {
          top: 220,
          cells: [
            ['William', 'Harvey'],
            ['De Motu', 'Cordis'],
          ],
        },
        {
          top: 250,
          cells: [
            ['Andreas', 'Vesalius'],
            ['De Humani', 'Corporis Fabrica'],
          ],
        },
      ],
    ),
    grid([60, 160, 360], [188, 208, 238, 268]),
    [
      ['Author', 'Work'],
      ['William Harvey', 'De Motu Cordis'],
      ['Andreas Vesalius', 'De Humani Corporis Fabrica'],
    ],
  ],
])('joins lines of cells if rules separate all three rows, %s', async (_name, lines, draw, rows) => {
  expect(rowsOf(await read(lines, draw))).toEqual(rows);
});

it('treats lines with numbers as rows, even if rules group them', async () => {
  const lines = cellLines(
    [64, 164],
    [
      { top: 200, cells: [['Chamber'], ['Pressure']] },
      {
        top: 220,
        cells: [
          ['Right atrium', 'Left atrium'],
          ['5 mmHg', '10 mmHg'],
        ],
      },
      {
        top: 250,
        cells: [
          ['Right ventricle', 'Left ventricle'],
          ['25 mmHg', '120 mmHg'],
        ],
      },
    ],
  );
  expect(rowsOf(await read(lines, grid([60, 160, 260], [188, 208, 238, 268])))).toEqual([
    ['Chamber', 'Pressure'],
    ['Right atrium', '5 mmHg'],
    ['Left atrium', '10 mmHg'],
    ['Right ventricle', '25 mmHg'],
    ['Left ventricle', '120 mmHg'],
  ]);
});

it.each<[string, string[], string[]]>([
  [
    'one of which goes on',
    ['- It is cheap and', 'needs few parts.', '- It starts fast.'],
    ['- It is loud.', '- Two men have', 'to carry it.'],
  ],
  ['of the same number of points', ['- It is cheap.', '- It starts fast.'], ['- It is loud.', '- It is heavy.']],
  ['with numbers', ['1. It is cheap.', '2. It starts fast.'], ['1. It is loud.', '2. It is heavy.']],
])('keeps the items of lists in two cells together, %s', async (_name, one, other) => {
  const lines = cellLines(
    [64, 264],
    [
      { top: 200, cells: [['Advantages'], ['Disadvantages']] },
      { top: 220, cells: [one, other] },
    ],
  );
  expect(rowsOf(await read(lines, grid([60, 260, 460], [188, 208, 262])))).toEqual([
    ['Advantages', 'Disadvantages'],
    [one.join(' '), other.join(' ')],
  ]);
});

it('treats list items with a number in another column as rows', async () => {
  const lines = cellLines(
    [64, 164],
    [
      { top: 200, cells: [['Number'], ['Drawing']] },
      {
        top: 220,
        cells: [
          ['12', '13', '14'],
          ['- Fuel', '- Oil', '- Water'],
        ],
      },
    ],
  );
  expect(rowsOf(await read(lines, grid([60, 160, 360], [188, 208, 262])))).toEqual([
    ['Number', 'Drawing'],
    ['12', '- Fuel'],
    ['13', '- Oil'],
    ['14', '- Water'],
  ]);
});

it('keeps a table in its page column', async () => {
  const right = Array.from({ length: 20 }, (_, index) => `and the other column has its own line ${String(index)}.`);
  const above = Array.from({ length: 5 }, (_, index) => `the column on the left has its line ${String(index)} here.`);
  const lines = [
    ...column(above, 60, 100),
    ...[0, 1, 2].flatMap((row) =>
      [0, 1].map((place): TestLine => ({ text: `Cell ${String(row)}.${String(place)}`, left: 64 + 100 * place, top: 200 + 18 * row })),
    ),
    ...column(above, 60, 270),
    ...column(right, 320, 100),
  ];
  const texts = (await read(lines, grid([60, 160, 260], [188, 206, 224, 242]))).map(({ text }) => text);
  expect(texts).toEqual([
    above.join(' '),
    'Cell 0.0 | Cell 0.1',
    'Cell 1.0 | Cell 1.1',
    'Cell 2.0 | Cell 2.1',
    above.join(' '),
    right.join(' '),
  ]);
});

it.each<[string, readonly TestLine[], Draw]>([
  ['a paragraph in a box', column(left, 64, 200), grid([60, 400], [188, 230])],
  [
    'a frame around the page with a foot',
    [...column(left, 64, 200), { text: 'Page', top: 700, left: 64 }, { text: 'one', top: 700, left: 304 }],
    grid([50, 300, 550], [50, 680, 720]),
  ],
  [
    'frames around four paragraphs',
    [64, 304].flatMap((x, across) =>
      [200, 320].flatMap((top, down) =>
        column(
          Array.from({ length: 8 }, (_, line) => `paragraph ${String(2 * down + across)} goes on and fills its line ${String(line)} here`),
          x,
          top,
        ),
      ),
    ),
    grid([60, 300, 540], [188, 308, 428]),
  ],
  [
    'the axes and lines of a figure',
    [...column(left, 60, 100), { text: 'rest', left: 110, top: 320 }],
    grid([100, 150, 200, 250, 300], [200, 240, 280, 320, 360]),
  ],
  [
    'two boxes beside each other',
    [...column(left, 64, 200), ...column(left, 324, 200)],
    (page) => {
      grid([60, 300], [188, 205, 230])(page);
      grid([320, 560], [188, 205, 230])(page);
    },
  ],
  [
    'an underlined word, and a line at the side',
    column(left, 64, 200),
    (page) => {
      rule(page, [64, 202], [120, 202]);
      rule(page, [58, 190], [58, 220]);
    },
  ],
  [
    'a chart with a number in each column',
    [0, 1, 2, 3].map((step) => ({ text: `${String(10 + step)} days`, left: 70 + 50 * step, top: 200 + 20 * step })),
    (page) => {
      grid([60, 260], [188, 268])(page);
      for (const step of [1, 2, 3]) {
        rule(page, [60 + 50 * step, 188], [60 + 50 * step, 268]);
        rule(page, [60 + 50 * (step - 1), 188 + 20 * step], [60 + 50 * (step + 1), 188 + 20 * step]);
      }
    },
  ],
])('does not read %s as a table', async (_name, lines, draw) => {
  const paragraphs = await read(lines, draw);
  expect(rowsOf(paragraphs)).toEqual([]);
  expect(paragraphs.map(({ text }) => text)).toEqual((await read(lines, () => undefined)).map(({ text }) => text));
});

const amounts = [
  ['Right atrium', 'five', 'low'],
  ['Left atrium', 'ten', 'low'],
  ['Right ventricle', 'twenty-five', 'middle'],
  ['Left ventricle', 'one hundred', 'high'],
];
const rowsAt = (lefts: readonly number[], rows: readonly (readonly string[])[], top: number): TestLine[] =>
  rows.flatMap((cells, row) => cells.map((text, place) => ({ text, left: lefts[place] ?? 0, top: top + 18 * row })));

it.each<[string, string[][], TestLine[], Draw]>([
  ['whose first column is outside', amounts, rowsAt([64, 184, 284], amounts, 200), grid([180, 280, 380], [188, 206, 224, 242, 260])],
  ['whose last column is outside', amounts, rowsAt([64, 184, 284], amounts, 200), grid([60, 180, 280], [188, 206, 224, 242, 260])],
  [
    'whose heads are above it',
    [['Chamber', 'Pressure', 'Risk'], ...amounts],
    rowsAt([64, 184, 284], [['Chamber', 'Pressure', 'Risk'], ...amounts], 182),
    grid([60, 180, 280, 380], [188, 206, 224, 242, 260]),
  ],
])('reads a table %s as a whole', async (_name, rows, lines, draw) => {
  expect(rowsOf(await read([...column(left, 60, 100), ...lines, below], draw))).toEqual(rows);
});

it('reads a table next to other text on different lines', async () => {
  const short = ['the left column', 'has a few lines', 'of its own here,', 'and they are at', 'other heights.'];
  const lines = [
    ...column(short, 60, 194),
    ...rowsAt(
      [184, 304],
      amounts.map((row) => row.slice(0, 2)),
      200,
    ),
  ];
  expect(rowsOf(await read(lines, grid([180, 300, 380], [188, 206, 224, 242, 260])))).toEqual(amounts.map((row) => row.slice(0, 2)));
});

it('separates adjacent tables with a caption above', async () => {
  const cells = [
    ['Right', 'atrium of the heart'],
    ['Left', 'ventricle of the heart'],
  ];
  const draw: Draw = (page) => {
    grid([60, 120, 280], [188, 206, 224])(page);
    grid([320, 380, 540], [188, 206, 224])(page);
  };
  const caption = rowsAt([64, 124], [['Table 1.', 'Parts of the heart']], 182);
  const lines = [...caption, ...rowsAt([64, 124], cells, 200), ...rowsAt([324, 384], cells, 200)];
  expect(rowsOf(await read(lines, draw))).toEqual([...cells, ...cells]);
});

it('ignores the tables of a page with very many tables and runs', () => {
  const at = (index: number): number => 40 * index;
  const places = Array.from({ length: 14 }, (_, index) => index);
  const rules = places.flatMap((across) =>
    places.flatMap((down) =>
      [0, 15, 30].flatMap((step): Rule[] => [
        { isVertical: true, at: at(across) + step, from: at(down), to: at(down) + 30 },
        { isVertical: false, at: at(down) + step, from: at(across), to: at(across) + 30 },
      ]),
    ),
  );
  const runsOf = (count: number): TextRun[] =>
    places.flatMap((across) =>
      places.flatMap((down) =>
        [2, 17].flatMap((x) =>
          [8, 23].flatMap((y) =>
            Array.from({ length: count }, (_, index): TextRun => {
              const from = at(across) + x + index / 10;
              const place = { left: from, right: from + 0.1, baseline: at(down) + y, size: 6 };
              return { text: 'a', ...place, isBold: false, hasSpaceBefore: false, isRightToLeft: false };
            }),
          ),
        ),
      ),
    );
  expect(withRuledTables(runsOf(1), rules).filter(({ ruledRows }) => ruledRows)).toHaveLength(2 * places.length ** 2);
  expect(withRuledTables(runsOf(25), rules)).toEqual(withRuledTables(runsOf(25), []));
});

/** `count` crossing lines in each direction. */
const crossing = (count: number): string =>
  Array.from({ length: count }, (_, index) => {
    const at = String((index * 500) / count);
    return `0 ${at} m 600 ${at} l S ${at} 0 m ${at} 800 l S`;
  }).join(' ');

it.each([
  ['a path of thousands of parts', `60 600 m ${'400 600 l 60 500 l '.repeat(1_500)} S`],
  ['tens of thousands of lines', crossing(6_000)],
  ['a drawing in very many objects', `${crossing(100)} ${'1 2 m 3 4 5 6 7 8 c S '.repeat(20_000)}`],
])('ignores the lines of a drawing: %s', async (_name, content) => {
  const document = await pdfOf([wrapped]);
  document.getPage(0).node.addContentStream(document.context.register(document.context.flateStream(content)));
  const drawing = await PdfDrawing.open(await document.save(), () => false);
  expect(drawing?.read(1, { toPage: [1, 0, 0, -1, 0, height], width: 600, height, hasText: true }).rules).toEqual([]);
});

it('keeps the text order of a page with very many crossing lines', async () => {
  const lines = (await read(wrapped, () => undefined)).map(({ text }) => text);
  const draw: Draw = (page) => {
    const { context } = page.doc;
    page.node.addContentStream(context.register(context.flateStream(crossing(4_000))));
  };
  expect((await read(wrapped, draw)).map(({ text }) => text)).toEqual(lines);
});
