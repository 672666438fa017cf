import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fitQuality, judgedByQuality, parseJudgements, qualityWeightsSource, type Judgements } from './fitQuality.ts';

const weightsFile = 'packages/study-content/src/engines/offline/items/quality/qualityWeights.ts';

const percent = (share: number): string => `${Math.round(share * 100)} %`.padStart(6);

/** How items were judged by their quality, as a table. */
const tableOf = (name: string, judged: Judgements): string =>
  [
    `${name}: ${judged.rows.length} judged, by the quality that a model gives them which has seen no item of their deck`,
    'quality from      n   good usable    bad',
    ...judgedByQuality(judged).map(
      ({ from, count, shares }) =>
        `${String(from).padStart(12)} ${String(count).padStart(6)} ${percent(shares.good)} ${percent(shares.usable)} ${percent(shares.bad)}`,
    ),
    '',
  ].join('\n');

/**
 * Fits the weights by which the offline engine chooses its items to the readers' judgements in `judgements/`, and writes them into the engine.
 * The formatter has to run on what it writes.
 */
export function fitQualityCommand(root: string, write: (text: string) => void): void {
  const read = (name: string): Judgements =>
    parseJudgements(readFileSync(join(root, 'packages/content-eval/judgements', `${name}.csv`), 'utf8'));
  const [questions, cards] = [read('questions'), read('cards')];
  write(tableOf('questions', questions));
  write(tableOf('cards', cards));
  writeFileSync(join(root, weightsFile), qualityWeightsSource(fitQuality(questions), fitQuality(cards)));
  write(`wrote ${weightsFile}\n`);
}
