import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fitQuality, judgedByQuality, parseJudgements, qualityWeightsSource, type Judgements } from './fitQuality.ts';

const read = (name: string): Judgements => parseJudgements(readFileSync(join(__dirname, '..', 'judgements', `${name}.csv`), 'utf8'));
/** The text without what the formatter decides. */
const plain = (text: string): string => text.replace(/['\s]/g, '');

it('weighs what goes with good items up, what goes with bad ones down, and what goes with neither not at all', () => {
  const rows = Array.from({ length: 90 }, (_, index) => ({
    deck: String(index % 9),
    judgement: index % 3 === 0 ? ('good' as const) : index % 3 === 1 ? ('bad' as const) : ('usable' as const),
    features: [index % 3 === 0 ? 1 : 0, index % 3 === 1 ? 1 : 0, 7],
  }));
  const { weights } = fitQuality({ names: ['clear', 'vague', 'constant'], rows });
  expect(weights['clear']).toBeGreaterThan(0.2);
  expect(weights['vague']).toBeLessThan(-0.2);
  expect(weights['constant']).toBeUndefined();
});

it('refuses a row with a value too few', () => {
  expect(() => parseJudgements('judgement,deck,one,two\ngood,1,0.5\n')).toThrow('Row 2 is no judgement.');
});

it('gives the weights of the engine from the judgements that are kept', () => {
  const file = join(__dirname, '../../study-content/src/engines/offline/items/quality/qualityWeights.ts');
  expect(plain(readFileSync(file, 'utf8'))).toBe(plain(qualityWeightsSource(fitQuality(read('questions')), fitQuality(read('cards')))));
});

it.each(['questions', 'cards'])('tells good %s from bad ones on decks that it has not seen', (name) => {
  const bands = judgedByQuality(read(name));
  const [lowest, highest] = [bands[0], bands.at(-1)];
  expect(highest?.shares.good).toBeGreaterThan(0.55);
  expect(highest?.shares.bad).toBeLessThan(0.2);
  expect(lowest?.shares.bad).toBeGreaterThan(0.45);
});
