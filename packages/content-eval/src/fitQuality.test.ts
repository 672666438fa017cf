import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { areaUnderCurve, bandsOf, fitQuality, qualityUnseen, qualityWeightsSource } from './fitQuality.ts';
import { itemKinds, readJudgements, type ItemKind, type JudgedItem } from './judgements.ts';

const read = (kind: ItemKind): JudgedItem[] => readJudgements(join(__dirname, '../judgements'), kind);
/** The text without what the formatter decides. */
const plain = (text: string): string => text.replace(/['\s]/g, '');

const item = (judgement: JudgedItem['judgement'], features: JudgedItem['features'], { reader = 'one', deck = '1' } = {}): JudgedItem => ({
  reader,
  deck,
  judgement,
  features,
});

it('weighs what goes with good items up, what goes with bad ones down, and what goes with neither not at all', () => {
  const items = Array.from({ length: 90 }, (_, index) =>
    item(index % 3 === 0 ? 'good' : index % 3 === 1 ? 'bad' : 'usable', {
      clear: index % 3 === 0 ? 1 : 0,
      vague: index % 3 === 1 ? 1 : 0,
      constant: 7,
    }),
  );
  const { weights } = fitQuality(items);
  expect(weights['clear']).toBeGreaterThan(0.1);
  expect(weights['vague']).toBeLessThan(-0.1);
  expect(weights['constant']).toBeUndefined();
});

it('learns from a strict and from a mild reader what both say alike', () => {
  // The mild reader calls all clear items good and half of the vague ones; the strict one half of the clear ones and no vague one.
  const items = Array.from({ length: 80 }, (_, index): JudgedItem => {
    const [isMild, isClear, isHalf] = [index % 2 === 0, index % 4 < 2, index % 8 < 4];
    const isGood = isMild ? isClear || isHalf : isClear && isHalf;
    return item(isGood ? 'good' : 'bad', { clear: isClear ? 1 : 0 }, { reader: isMild ? 'mild' : 'strict' });
  });
  const { bias, weights } = fitQuality(items);
  const mildOnly = fitQuality(items.filter(({ reader }) => reader === 'mild'));
  expect(weights['clear']).toBeGreaterThan(0.1);
  expect(bias).toBeLessThan(mildOnly.bias);
});

it('takes a feature that did not exist for a reader as neither high nor low, and a kind as another one', () => {
  const without = Array.from({ length: 40 }, (_, index) => item(index % 2 === 0 ? 'good' : 'bad', { clear: index % 2 }, { reader: 'old' }));
  const withNew = Array.from({ length: 40 }, (_, index) =>
    item(index % 2 === 0 ? 'good' : 'bad', { clear: index % 2, long: index % 2, 'kind: cell': 1 }, { reader: 'new' }),
  );
  const { weights } = fitQuality([...without, ...withNew]);
  expect(weights['long']).toBeLessThan(-0.05);
  // It differs between the readers alone, whose strictness is not its own.
  expect(Math.abs(weights['kind: cell'] ?? 0)).toBeLessThan(0.02);
});

it('judges items of a deck by a model that has not seen it', () => {
  // In each deck, a feature of its own tells good items: of no use for another one.
  const items = Array.from({ length: 60 }, (_, index) => {
    const [deck, isGood] = [Math.floor(index / 10), index % 2 === 0];
    return item(isGood ? 'good' : 'bad', { [`of deck ${deck}`]: isGood ? 1 : -1 }, { deck: String(deck) });
  });
  expect(areaUnderCurve(qualityUnseen(items))).toBe(0.5);
});

it('counts how often a good item has more quality', () => {
  const unseen = (judgement: JudgedItem['judgement'], quality: number) => ({ ...item(judgement, {}), quality });
  const items = [unseen('good', 2), unseen('good', 0.5), unseen('usable', 1), unseen('bad', -2)];
  expect(areaUnderCurve(items)).toBe(0.75);
  expect(bandsOf(items).map(({ count }) => count)).toEqual([0, 1, 0, 0, 0, 0, 3]);
  expect(bandsOf(items).at(-1)?.shares).toEqual({ good: 2 / 3, usable: 1 / 3, bad: 0 });
});

it('gives the weights of the engine from the judgements that are kept', () => {
  const file = join(__dirname, '../../study-content/src/engines/offline/items/quality/qualityWeights.ts');
  expect(plain(readFileSync(file, 'utf8'))).toBe(plain(qualityWeightsSource(fitQuality(read('questions')), fitQuality(read('cards')))));
});

it.each(itemKinds)('tells good %s from others on decks that it has not seen, for every reader', (kind) => {
  const items = qualityUnseen(read(kind));
  const readers = [...Map.groupBy(items, ({ reader }) => reader).values()];
  expect(readers.length).toBeGreaterThanOrEqual(4);
  for (const own of readers) expect(areaUnderCurve(own)).toBeGreaterThan(0.7);
  const [lowest] = bandsOf(items);
  expect(lowest?.shares.bad).toBeGreaterThan(0.6);
});
