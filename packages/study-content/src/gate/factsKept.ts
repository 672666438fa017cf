import type { Source } from '@lectern/contracts';
import { onceFor } from '../text/onceFor.ts';
import { sentencesOf } from '../text/sentencesOf.ts';
import { teachingStatements, type TeachingStatement } from '../text/teaching.ts';
import { coverage, wordsIn } from '../text/wordMatching.ts';
import { WordIndex } from '../text/WordIndex.ts';
import { contentStems, fold } from '../text/words.ts';

/** The share of a statement's content words that has to stand together in a guide. */
const keptShare = 0.75;
/** How many blocks that share a statement's rarest words are compared with it at most. */
const mostCompared = 60;

/** The blocks of a guide as plain text: each heading, paragraph, list item and table row. */
function blocksOf(markdown: string): string[] {
  return markdown
    .split('\n')
    .map((line) => line.replace(/\[[^[\]]*\]\(#[^()]*\)/g, ' ').replace(/[*\\`]/g, ''))
    .filter((line) => line.trim() !== '' && !/^\|(?: --- \|)+$/.test(line.trim()));
}

/** Which statements of its source a guide keeps. */
export interface FactsKept {
  all: readonly TeachingStatement[];
  lost: readonly TeachingStatement[];
}

const stemsOfStatements = onceFor(
  (source) => new Map(teachingStatements(source).map((statement) => [statement, contentStems(statement.text)] as const)),
);

function lookForFacts(markdown: string, source: Source): FactsKept {
  const blocks = blocksOf(markdown);
  const sentences = new Set(blocks.flatMap((block) => [fold(block), ...sentencesOf(block).map(fold)]));
  const pairs = blocks.map((block, index) => `${block}\n${blocks[index + 1] ?? ''}`);
  const index = new WordIndex(pairs, contentStems);
  const all = teachingStatements(source);
  const stems = stemsOfStatements(source);
  const isKept = (statement: TeachingStatement): boolean => {
    if (sentences.has(fold(statement.text))) return true;
    const words = stems.get(statement) ?? new Set<string>();
    return index.sharingAny(words, mostCompared).some((at) => coverage(words, wordsIn(pairs[at] ?? '')) >= keptShare);
  };
  return { all, lost: all.filter((statement) => !isKept(statement)) };
}

/** The guide that was last looked at: it is completed, and then judged. */
const lastLooked = onceFor((): { markdown?: string; found?: FactsKept } => ({}));

/** Looks for each teaching statement of a source in a guide: three quarters of its content words, in one block or two neighbouring ones. */
export function factsKept(markdown: string, source: Source): FactsKept {
  const last = lastLooked(source);
  if (last.markdown === markdown && last.found) return last.found;
  const found = lookForFacts(markdown, source);
  Object.assign(last, { markdown, found });
  return found;
}
