import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { areaUnderCurve, bandsOf, fitQuality, qualityUnseen, qualityWeightsSource, type UnseenItem } from './fitQuality.ts';
import { readJudgements, type ItemKind } from './judgements.ts';

const weightsFile = 'packages/study-content/src/engines/offline/items/quality/qualityWeights.ts';

const percent = (share: number): string => `${Math.round(share * 100)} %`.padStart(6);

/** How items were judged by their quality, as a table. */
const tableOf = (title: string, items: readonly UnseenItem[]): string =>
  [
    `${title}: ${items.length} judged; area under the curve for good ones ${areaUnderCurve(items).toFixed(2)}`,
    'quality from      n   good usable    bad',
    ...bandsOf(items).map(
      ({ from, count, shares }) =>
        `${String(from).padStart(12)} ${String(count).padStart(6)} ${percent(shares.good)} ${percent(shares.usable)} ${percent(shares.bad)}`,
    ),
    '',
    '',
  ].join('\n');

/**
 * Fits the weights by which the offline engine chooses its items to the readers' judgements in `judgements/`, and writes them into the engine.
 * It prints how each reader judged the items, by the quality that a model gives them which has seen no item of their deck.
 * The formatter has to run on what it writes.
 */
export function fitQualityCommand(root: string, write: (text: string) => void): void {
  const folder = join(root, 'packages/content-eval/judgements');
  const fitted = (kind: ItemKind) => {
    const items = readJudgements(folder, kind);
    const unseen = qualityUnseen(items);
    for (const [reader, own] of Map.groupBy(unseen, (item) => item.reader)) write(tableOf(`${kind}, ${reader}`, own));
    write(tableOf(`${kind}, all readers`, unseen));
    return fitQuality(items);
  };
  writeFileSync(join(root, weightsFile), qualityWeightsSource(fitted('questions'), fitted('cards')));
  write(`wrote ${weightsFile}\n`);
}
