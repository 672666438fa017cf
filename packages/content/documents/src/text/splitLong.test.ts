import { slideOf } from '../../testing/slideOf.ts';
import { limitPassages, mostPassages } from '../limitPassages.ts';
import { sourceOfDeck } from '../pptx/sourceOfDeck.ts';
import { sourceOfText } from './sourceOfText.ts';
import { splitLong } from './splitLong.ts';

const words = (text: string): string => text.replace(/\s+/g, '');

it.each([
  ['sentences', 'The heart is a pump. It beats 70 times a minute (at rest). '.repeat(100).trim(), /[.)]$/],
  ['long sentences', `${'The heart, as every other muscle of the body, '.repeat(30)}beats. `.repeat(10).trim(), /beats\.$/],
  ['quotations', 'He said: “It beats.” '.repeat(300).trim(), /”$/],
  ['Chinese', '心脏是推动血液流动的器官。'.repeat(300), /。$/],
  ['Arabic', 'هل القلب عضلة؟ نعم هو كذلك. '.repeat(200).trim(), /[؟.]$/],
  ['words alone', 'word '.repeat(1_000).trim(), /word$/],
  ['letters alone', 'a'.repeat(5_000), /a$/],
])('splits a paragraph of %s without losing anything', (_name, text, end) => {
  const pieces = splitLong(text);
  expect(pieces.length).toBeGreaterThan(2);
  expect(words(pieces.join(''))).toBe(words(text));
  for (const piece of pieces) {
    expect(piece.length).toBeLessThanOrEqual(2_000);
    expect(piece).toMatch(end);
  }
});

it('splits no surrogate pair', () => {
  expect(splitLong(`a${'😀'.repeat(3_000)}`).every((piece) => piece.isWellFormed())).toBe(true);
});

it('keeps an ordinary paragraph whole', () => {
  const text = 'The heart is a pump. '.repeat(90).trim();
  expect(splitLong(text)).toEqual([text]);
});

it('turns a row of a thousand cells into a paragraph', () => {
  const cells = ['Heart', ...Array.from({ length: 1_000 }, () => ''), 'pumps blood'];
  const row = {
    part: 'table' as const,
    paragraph: 1,
    kind: 'row' as const,
    level: 0,
    text: 'Heart | pumps blood',
    cells,
    table: 1,
    row: 0,
  };
  const slide = { ...slideOf([row]), title: 'Heart' };
  const pointer = { kind: 'slide', slide: 1, part: 'table', paragraph: 1 };
  expect(sourceOfDeck({ slides: [slide] }).passages).toEqual([{ pointer, kind: 'paragraph', level: 0, text: 'Heart | pumps blood' }]);
});

it('continues the numbering after a long paragraph of a slide', () => {
  const body = (paragraph: number, text: string) => ({
    part: 'body' as const,
    paragraph,
    kind: 'bullet' as const,
    level: 0,
    text,
    shape: 2,
  });
  const { passages } = sourceOfDeck({
    slides: [
      slideOf([body(1, 'First.'), body(2, 'The heart is a pump. '.repeat(150)), body(3, 'Last.'), { ...body(1, 'Said.'), part: 'notes' }]),
    ],
  });
  const inBody = passages.flatMap(({ pointer, shape }) =>
    pointer.kind === 'slide' && pointer.part === 'body' ? [[pointer.paragraph, shape]] : [],
  );
  expect(inBody.length).toBeGreaterThan(4);
  expect(inBody).toEqual(inBody.map((_, index) => [index + 1, 2]));
  expect(passages.at(-1)).toMatchObject({ text: 'Said.', pointer: { part: 'notes', paragraph: 1 } });
});

it('turns a long row into paragraphs, keeping every word', () => {
  const long = 'The heart pumps blood. '.repeat(400).trim();
  const row = (number: number, cells: string[]) => ({
    part: 'table' as const,
    paragraph: number + 1,
    kind: 'row' as const,
    level: 0,
    text: cells.join(' | '),
    cells,
    table: 1,
    row: number,
  });
  const rows = [row(0, ['Name', 'Kind']), row(1, ['Heart', 'Pump', long, 'of muscle']), row(2, ['Vein', 'Vessel'])];
  const { passages } = sourceOfDeck({
    slides: [slideOf(rows)],
  });
  expect(passages[0]).toMatchObject({ kind: 'row', cells: ['Name', 'Kind'] });
  expect(passages[1]).toMatchObject({ kind: 'paragraph', text: 'Heart | Pump' });
  expect(passages.at(-2)).toMatchObject({ kind: 'paragraph', text: 'of muscle' });
  expect(passages.at(-1)).toMatchObject({ kind: 'row', cells: ['Vein', 'Vessel'], row: 2 });
  expect(passages.every(({ text }) => text.length <= 2_000)).toBe(true);
  expect(words(passages.map(({ text }) => text.replaceAll('|', '')).join(''))).toBe(words(rows.flatMap(({ cells }) => cells).join('')));
  expect(passages.map(({ pointer }) => pointer.paragraph)).toEqual(passages.map((_, index) => index + 1));
});

it('joins short passages if there are too many, keeping each word once', () => {
  const text = Array.from({ length: mostPassages + 10 }, (_, index) => `a${index}\tb`).join('\n');
  const { passages } = sourceOfText(text);
  expect(passages.length).toBeLessThan(1_000);
  expect(words(passages.map((passage) => passage.text.replaceAll('|', '')).join(''))).toBe(words(text));
  expect(passages.map(({ pointer }) => (pointer.kind === 'text' ? pointer.paragraph : 0))).toEqual(passages.map((_, index) => index + 1));

  const onSlide = (slide: number, index: number) => ({
    pointer: { kind: 'slide' as const, slide, part: index % 3 === 2 ? ('table' as const) : ('body' as const), paragraph: index },
    kind: index === 0 ? ('title' as const) : ('bullet' as const),
    level: 0,
    text: `${slide} ${index}`,
  });
  const joined = limitPassages(Array.from({ length: 10_000 }, (_, slide) => [0, 1, 2, 3].map((index) => onSlide(slide + 1, index))).flat());
  expect(
    joined
      .filter(({ pointer }) => pointer.kind === 'slide' && pointer.slide === 7)
      .map(({ pointer, kind, text: own }) => [pointer, kind, own]),
  ).toEqual([
    [{ kind: 'slide', slide: 7, part: 'body', paragraph: 1 }, 'title', '7 0'],
    [{ kind: 'slide', slide: 7, part: 'body', paragraph: 2 }, 'bullet', '7 1'],
    [{ kind: 'slide', slide: 7, part: 'table', paragraph: 1 }, 'bullet', '7 2'],
    [{ kind: 'slide', slide: 7, part: 'body', paragraph: 3 }, 'bullet', '7 3'],
  ]);
});

const million = 1_000_000;

it.each([
  ['one long line', 'The heart pumps blood. '.repeat(million / 23)],
  ['line breaks alone', '\n'.repeat(million)],
  ['tabs alone', '\t'.repeat(million)],
  ['spaces before one letter', `${' '.repeat(million - 1)}a`],
  ['right-to-left text', 'القلب يضخ الدم في الجسم. '.repeat(million / 25)],
  ['letters without a space', 'a'.repeat(million)],
  ['lines of a table', 'a\tb\n'.repeat(million / 4)],
  ['bullets', '- a\n'.repeat(million / 4)],
  ['a ruler that is none', `--${' --'.repeat(million / 3)}x`],
  ['a heading’s marks', `# a${' #'.repeat(million / 2)}`],
  ['marks of bold text', '**a'.repeat(million / 3)],
  ['bars', '|'.repeat(million)],
  ['one line with bars in it', 'The heart | pumps blood. '.repeat(million / 25)],
  ['one line with tabs in it', `The heart\t${'pumps blood. '.repeat(million / 13)}`],
  ['lone surrogates', '\ud83d'.repeat(million)],
])('reads a million letters in linear time: %s', (_name, text) => {
  const read = () => {
    const before = process.cpuUsage();
    const { passages } = sourceOfText(text);
    const { user, system } = process.cpuUsage(before);
    return { passages, milliseconds: (user + system) / 1_000 };
  };
  const { passages, milliseconds } = read();
  // Quadratic time would take minutes. Other load only adds time, so the minimum of several runs counts.
  let least = milliseconds;
  for (let tries = 1; least >= 4_000 && tries < 3; tries += 1) least = Math.min(least, read().milliseconds);
  expect(least).toBeLessThan(4_000);
  expect(passages.length).toBeLessThanOrEqual(mostPassages);
  expect(passages.every((passage) => passage.text.isWellFormed() && passage.text.length <= 2_000)).toBe(true);
});

it('does not cut formulas', () => {
  const formula = '\\(x. Then y. Then z\\)';
  const pieces = splitLong(`Let ${formula} be so. `.repeat(200).trim());
  expect(pieces.length).toBeGreaterThan(2);
  expect(pieces.join('').split(formula)).toHaveLength(201);
});

it('cuts Hindi after a sentence', () => {
  for (const piece of splitLong('हृदय रक्त पंप करता है। '.repeat(200).trim())) expect(piece).toMatch(/।$/);
});
