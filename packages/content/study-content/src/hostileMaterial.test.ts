import type { Source } from '@lectern/contracts';
import { casesOfThisRun, growthOf, hostileTexts } from '@lectern/test-servers';
import { frame, packageOf, paragraph, shape, type TestDeck } from '@lectern/documents/testing';
import type { DraftQuestion, Guide } from './StudyContentEngine.ts';
import { checkCard } from './gate/checkCard.ts';
import { checkGuide } from './gate/checkGuide.ts';
import { checkQuestion } from './gate/checkQuestion.ts';
import { readDeck, sourceOfDeck, sourceOfText } from '@lectern/documents';
import work from './worker.ts';
import type { ContentTask } from './contentTasks.ts';

/** Accepted growth of time for four times the size: 4 is linear, 16 quadratic. Bounded work may exceed 4 until it reaches its bound. */
const most = 11;

/** How many runs share the texts and decks. */
const shares = 3;

/**
 * Measures the growth at a quarter of a size, and only if that is too large at half and full size, where bounded work may reach its bound.
 * A fraction of the size is as strict: if a quadratic part makes time grow 11-fold at full size, it grows 9-fold at half and 7-fold at a
 * quarter.
 */
async function growthFrom(
  prepare: (size: number) => (() => unknown) | Promise<() => unknown>,
  { size, harmlessMs }: { size: number; harmlessMs: number },
): Promise<number> {
  for (const { part, accepted } of [
    { part: 1 / 4, accepted: 7 },
    { part: 1 / 2, accepted: 9 },
  ]) {
    const growth = await growthOf(prepare, { size: size * part, harmlessMs: harmlessMs * part ** 2, most: accepted, tries: 2 });
    if (growth <= accepted) return growth;
  }
  return growthOf(prepare, { size, harmlessMs, most });
}

const tasksOf = (source: Source): Record<string, ContentTask> => ({
  guide: { task: 'guide', source },
  quiz: { task: 'quiz', sources: [source], count: 20, seed: 3 },
  cards: { task: 'cards', sources: [source], count: 30 },
});

const styled = (source: Source): Record<string, ContentTask> => ({
  'guide in a style': { task: 'guide', source, stylePreference: 'IRAC' },
});

const nothing: Source = sourceOfText('The heart is a pump. It moves the blood through the body of a person.');

/** The tasks whose time grows faster than linearly with the length of a text. */
async function superlinear(text: (size: number) => string, size: number, harmlessMs: number): Promise<string[]> {
  const sources = new Map<number, Source>();
  const sourceOf = (letters: number): Source => {
    const source = sources.get(letters) ?? sourceOfText(text(letters));
    sources.set(letters, source);
    return source;
  };
  const steps: Record<string, (size: number) => () => unknown> = {
    read: (letters) => {
      const task: ContentTask = { task: 'read-text', text: text(letters) };
      return () => work(task);
    },
  };
  // A guide includes cards, which are checked like questions, so cards are only measured for decks.
  for (const name of ['guide', 'quiz'])
    steps[name] = (letters) => {
      const source = sourceOf(letters);
      // Each task gets a copy of the source, because results are cached by source.
      return () => work(structuredClone(tasksOf(source)[name] as ContentTask));
    };
  const found: string[] = [];
  for (const [name, prepare] of Object.entries(steps)) {
    const growth = await growthFrom(prepare, { size, harmlessMs });
    if (growth > most) found.push(`${name}: ${growth.toFixed(1)} times as long`);
  }
  return found;
}

/** Whether a text repeats a few characters. It is processed fast, because it has no sentences to tag and compare. */
const isCheap = (text: (size: number) => string): boolean => new Set(text(3_000)).size < 16;

beforeAll(async () => {
  // Loads the tagger before measuring.
  await work({ task: 'guide', source: nothing });
});

it.each(casesOfThisRun(Object.entries(hostileTexts), shares))('takes time linear in the length of a text: %s', async (_name, text) => {
  // Cheap texts have 30,000 and 120,000 letters. Quadratic work below 30 ms for 120,000 letters is accepted.
  expect(await (isCheap(text) ? superlinear(text, 30_000, 30) : superlinear(text, 12_000, 60))).toEqual([]);
});

const source = { pointer: nothing.passages[0]?.pointer ?? { kind: 'text' as const, paragraph: 1 }, quote: 'The heart is a pump.' };
const question = (text: string): DraftQuestion => ({
  question: text,
  answer: text,
  distractors: [
    { text: `a ${text}`, rationale: text },
    { text: `b ${text}`, rationale: text },
  ],
  answerRationale: text,
  explanation: text,
  topic: text,
  concept: text,
  source: { ...source, quote: text },
});
const guide = (text: string): Guide => ({
  title: text,
  overview: text,
  markdownContent: `# ${text}`,
  sources: [{ ...source, quote: text }],
});

it.each(casesOfThisRun(Object.entries(hostileTexts), shares))('checks a model’s answer in linear time: %s', async (_name, text) => {
  const growth = await growthFrom(
    (size) => {
      const own = text(size);
      return () => {
        checkQuestion(question(own), nothing);
        checkCard({ front: own, back: own, source }, nothing);
        checkGuide(guide(own), nothing, 'SOAP');
      };
    },
    { size: 10_000, harmlessMs: 60 },
  );
  expect(growth).toBeLessThanOrEqual(most);
});

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const textBox = (lines: readonly string[]): string => shape(lines.map((line) => paragraph(escaped(line))).join(''), '');
const cell = (text: string): string => `<a:tc><a:txBody>${paragraph(escaped(text))}</a:txBody></a:tc>`;
const table = (rows: readonly (readonly string[])[]): string =>
  frame(`<a:tbl>${rows.map((cells) => `<a:tr>${cells.map(cell).join('')}</a:tr>`).join('')}</a:tbl>`);
const named = (name: string, size: number): string => hostileTexts[name]?.(size) ?? '';
const linesOf = (name: string, size: number): string[] => named(name, size).split('\n');
const words = named('one long sentence of strange words', 200_000).split(' ');
const wordAt = (index: number): string => words[index % words.length] ?? '';

const decks: Record<string, { deck: (size: number) => TestDeck; size: number }> = {
  'a cell of prose': {
    deck: (size) => ({
      slides: [
        table([
          ['Name', 'Kind'],
          ['Heart', named('sentences of shared words', size)],
        ]),
      ],
    }),
    size: 16_000,
  },
  'a cell of one word': {
    deck: (size) => ({
      slides: [
        table([
          ['Name', 'Kind'],
          ['Heart', 'a'.repeat(size)],
        ]),
      ],
    }),
    size: 100_000,
  },
  'a table of many rows': {
    deck: (rows) => ({
      slides: [
        table([
          ['Name', 'Kind', 'Route'],
          ...Array.from({ length: rows }, (_, row) => [
            wordAt(row),
            `${wordAt(row * 3)} drug of the ${wordAt(row * 5)}`,
            `given by ${wordAt(row * 7)}`,
          ]),
        ]),
      ],
    }),
    size: 250,
  },
  'a table of rows that are nearly one': {
    deck: (rows) => ({
      slides: [
        table([
          ['Name', 'Kind'],
          ...Array.from({ length: rows }, (_, row) => [
            `Drug number ${row}`,
            `a drug that lowers the pressure of the blood in ${row} minutes`,
          ]),
        ]),
      ],
    }),
    size: 250,
  },
  'a table of many columns': {
    deck: (columns) => ({
      slides: [
        table(Array.from({ length: 10 }, (_, row) => Array.from({ length: columns }, (_each, column) => wordAt(row * columns + column)))),
      ],
    }),
    size: 1_000,
  },
  'many tables': {
    deck: (tables) => ({
      slides: Array.from({ length: tables }, (_, number) =>
        table([
          ['Name', 'Kind'],
          ...Array.from({ length: 8 }, (_each, row) => [wordAt(number * 8 + row), `${wordAt(number * 16 + row)} drug`]),
        ]),
      ),
    }),
    size: 60,
  },
  'prose on one slide': { deck: (size) => ({ slides: [textBox([named('sentences of shared words', size)])] }), size: 16_000 },
  'lines on one slide': { deck: (size) => ({ slides: [textBox(linesOf('lines of strange words', size))] }), size: 12_000 },
  'lines of one slide that are nearly one': {
    deck: (size) => ({ slides: [textBox(linesOf('lines that differ in a number', size))] }),
    size: 16_000,
  },
  'Chinese on one slide': {
    deck: (size) => ({
      slides: [textBox(Array.from({ length: size / 12 }, (_, index) => `心脏是推动血液流动的器官，${wordAt(index)}。`))],
    }),
    size: 8_000,
  },
  'slides of little text': {
    deck: (slides) => ({
      slides: Array.from(
        { length: slides },
        (_, slide) =>
          shape(paragraph(`Unit ${slide}`), 'title') +
          textBox([`The ${wordAt(slide)} is a part of the ${wordAt(slide + 1)} that pumps blood.`]),
      ),
    }),
    size: 250,
  },
  'slides of one title': {
    deck: (slides) => ({
      slides: Array.from(
        { length: slides },
        (_, slide) =>
          shape(paragraph('The heart'), 'title') +
          textBox([`The ${wordAt(slide)} is a part of the ${wordAt(slide + 1)} that pumps blood.`]),
      ),
    }),
    size: 250,
  },
  'notes of one slide': {
    deck: (size) => ({
      slides: [shape(paragraph('Heart'), 'title') + textBox(['The heart pumps blood.'])],
      notes: { 1: shape(paragraph(named('sentences of shared words', size)), 'body') },
    }),
    size: 16_000,
  },
  'a title of a whole text': {
    deck: (size) => ({
      slides: [shape(paragraph(named('sentences of shared words', size / 4)), 'title') + textBox(linesOf('lines of shared words', size))],
    }),
    size: 12_000,
  },
};

it.each(casesOfThisRun(Object.entries(decks), shares))('takes time linear in the size of a deck: %s', async (_name, { deck, size }) => {
  const sources = new Map<number, Promise<Source>>();
  const read = async (count: number): Promise<Source> => {
    // Not compressed, which would take as long as reading.
    const bytes = await packageOf(deck(count)).generateAsync({ type: 'uint8array' });
    return sourceOfDeck(await readDeck(bytes));
  };
  const sourceOf = (count: number): Promise<Source> => {
    const source = sources.get(count) ?? read(count);
    sources.set(count, source);
    return source;
  };
  const found: string[] = [];
  for (const name of Object.keys({ ...tasksOf(nothing), ...styled(nothing) })) {
    const growth = await growthFrom(
      async (count) => {
        const source = await sourceOf(count);
        return () => work(structuredClone({ ...tasksOf(source), ...styled(source) }[name] as ContentTask));
      },
      { size, harmlessMs: 100 },
    );
    if (growth > most) found.push(`${name}: ${growth.toFixed(1)} times as long`);
  }
  expect(found).toEqual([]);
  // Passages are at most as long as a table row, so that learners can find a quote.
  const { passages } = await sourceOf(size / 2);
  expect(passages.every(({ text }) => text.length <= 4_000)).toBe(true);
});
