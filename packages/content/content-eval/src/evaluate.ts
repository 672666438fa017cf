import type { StudyContentEngine } from '@lectern/study-content';
import { cardChecks } from './cardChecks.ts';
import { verdictOf, type Check, type EngineKind, type Measurement } from './check.ts';
import { cueBaselineChecks } from './cueBaselines.ts';
import { evaluateDeck, wholeExtent, type EvaluatedDeck, type Extent, type Material } from './evaluateDeck.ts';
import { guideChecks } from './guideChecks.ts';
import { questionChecks } from './questionChecks.ts';
import { truthChecks } from './truthChecks.ts';

/** In table order. */
const groups: readonly { title: string; checks: readonly Check[] }[] = [
  { title: 'Questions', checks: questionChecks },
  { title: 'Cue baselines', checks: cueBaselineChecks },
  { title: 'True to the source', checks: truthChecks },
  { title: 'Guides', checks: guideChecks },
  { title: 'Flashcards', checks: cardChecks },
];

/** A check measured over all decks together and over each. */
export interface Line {
  group: string;
  check: Check;
  pooled: Measurement;
  byDeck: Measurement[];
}

export interface Evaluation {
  engine: { name: string; kind: EngineKind };
  decks: EvaluatedDeck[];
  lines: Line[];
}

/** The failed lines. HARD ones always set exit code 1, the others only with `isStrict`. */
export const failedLines = ({ lines }: Evaluation): { hard: Line[]; soft: Line[] } => {
  const failed = lines.filter(({ pooled }) => verdictOf(pooled) === 'fail');
  return { hard: failed.filter(({ check }) => check.hard), soft: failed.filter(({ check }) => !check.hard) };
};

export function exitCodeOf(evaluation: Evaluation, { isStrict = false } = {}): 0 | 1 {
  const { hard, soft } = failedLines(evaluation);
  return hard.length > 0 || (isStrict && soft.length > 0) ? 1 : 0;
}

/** Runs every check on generated decks. */
export function measure(decks: EvaluatedDeck[], engine: Evaluation['engine']): Evaluation {
  const lines = groups.flatMap(({ title, checks }) =>
    checks.map((check) => ({
      group: title,
      check,
      pooled: check.measure(decks, engine.kind),
      byDeck: decks.map((deck) => check.measure([deck], engine.kind)),
    })),
  );
  return { engine, decks, lines };
}

/** Generates everything for each deck and runs every check. */
export async function evaluate(
  materials: readonly Material[],
  engine: StudyContentEngine,
  extent: Extent = wholeExtent,
): Promise<Evaluation> {
  const decks: EvaluatedDeck[] = [];
  for (const material of materials) decks.push(await evaluateDeck(material, engine, extent));
  return measure(decks, { name: engine.name, kind: engine.name === 'offline' ? 'offline' : 'model' });
}
