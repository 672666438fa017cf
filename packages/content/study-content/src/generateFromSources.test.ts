import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Source } from '@lectern/contracts';
import { readDeck, sourceOfDeck, sourceOfText } from '@lectern/documents';
import { offlineEngine } from './engines/offline/offlineEngine.ts';
import { generateCardsFromSources, generateQuizFromSources } from './generateFromSources.ts';
import type { StudyContentEngine } from './StudyContentEngine.ts';

const engine = offlineEngine();
const deck = async (name: string): Promise<Source> =>
  sourceOfDeck(await readDeck(readFileSync(join(__dirname, `../../../../samples/${name}.pptx`))));
let nursing: Source;
let biology: Source;
beforeAll(async () => {
  [nursing, biology] = [await deck('nursing-heart-failure'), await deck('biology-cell-respiration')];
});
const short = sourceOfText('Orthopnea: shortness of breath that appears when the patient lies flat.');
const quizOf = (sources: Parameters<typeof generateQuizFromSources>[1], count: number, by: StudyContentEngine = engine) =>
  generateQuizFromSources(by, sources, { count, random: () => 0.5 });
const countsOf = (items: readonly { sourceIndex?: number }[], sources: number): number[] =>
  Array.from({ length: sources }, (_, index) => items.filter(({ sourceIndex }) => sourceIndex === index).length);

it('divides a quiz and cards evenly among sources, and cites each from its own', async () => {
  const sources = [nursing, biology];
  const quiz = await quizOf(sources, 7);
  expect(countsOf(quiz.items, 2)).toEqual([4, 3]);
  const cards = await generateCardsFromSources(engine, sources, { count: 8 });
  expect(countsOf(cards.items, 2)).toEqual([4, 4]);
  for (const { source, sourceIndex } of [...quiz.items, ...cards.items])
    expect(sources[sourceIndex ?? -1]?.passages.some(({ text }) => text.includes(source.quote))).toBe(true);
  expect([quiz.shortfall, cards.shortfall]).toEqual([undefined, undefined]);
  expect(quiz.items.map(({ sourceIndex }) => sourceIndex)).toEqual([0, 0, 0, 0, 1, 1, 1]);
});

it('fills up from the other sources if one has too little, and repeats nothing', async () => {
  const { items } = await quizOf([nursing, short], 6);
  expect(items).toHaveLength(6);
  expect(countsOf(items, 2)[0]).toBeGreaterThanOrEqual(5);
  expect(new Set(items.map(({ question }) => question)).size).toBe(6);
});

it('asks the same fact of two sources once, and says what is missing', async () => {
  const { items, shortfall } = await quizOf([nursing, nursing], 200);
  expect(new Set(items.map(({ question }) => question)).size).toBe(items.length);
  expect(shortfall).toEqual({ asked: 200, made: items.length, reason: `These guides support only ${items.length} questions.` });
});

it('may have fewer items than sources', async () => {
  const asked: string[] = [];
  const counting: StudyContentEngine = {
    ...engine,
    quiz: (source, options) => {
      asked.push(`${source.title} ${options.count}`);
      return engine.quiz(source, options);
    },
  };
  const { items } = await quizOf([nursing, biology, nursing, biology, short], 3, counting);
  expect(items).toHaveLength(3);
  expect(asked.slice(0, 3)).toEqual([`${nursing.title} 1`, `${biology.title} 1`, `${nursing.title} 1`]);
});

it('reports the refusals if all sources together have too little', async () => {
  await expect(quizOf([short, short], 10)).rejects.toMatchObject({ code: 'too-little-material' });
});

it('continues without a source on which the engine failed, and fails with its error if nothing is left', async () => {
  const failing = (isFailing: (title: string) => boolean): StudyContentEngine => ({
    ...engine,
    quiz: (source, options) =>
      isFailing(source.title)
        ? Promise.reject(Object.assign(new Error('away'), { code: 'engine-unavailable' }))
        : engine.quiz(source, options),
  });
  const { items, shortfall } = await quizOf(
    [nursing, biology],
    100,
    failing((title) => title === biology.title),
  );
  expect(countsOf(items, 2)).toEqual([items.length, 0]);
  expect(shortfall?.reason).toMatch(/^Only \d+ questions were made: the language model did not answer/);
  await expect(
    quizOf(
      [nursing, biology],
      6,
      failing(() => true),
    ),
  ).rejects.toMatchObject({ code: 'engine-unavailable' });
});
