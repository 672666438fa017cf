import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { Source } from '@lectern/contracts';
import { shuffleOptions } from '@lectern/study-content';
import { possibleItems, type PossibleCard, type PossibleQuestion } from '@lectern/study-content/items';
import { itemKinds, judgementColumns, type ItemKind } from './judgements.ts';
import { cardLines, questionLines } from './printItems.ts';
import { randomFrom } from './randomFrom.ts';
import { shuffled } from './shuffled.ts';
import type { Material } from './evaluateDeck.ts';

/** How many of the best items of a deck, and how many others, are written for a reader: of each kind. */
const written = { best: 6, others: 6 } as const;

/** A name of a deck that tells nothing of it, the same each time. */
const deckId = ({ passages }: Source): string =>
  createHash('sha256')
    .update(passages.map(({ text }) => text).join('\n'))
    .digest('hex')
    .slice(0, 8);

/** The best items and some others drawn by lot, one a sentence, mixed. */
function drawn<T extends { quality: number; quote: string }>(items: readonly T[], random: () => number): T[] {
  const quotes = new Set<string>();
  const isFirst = ({ quote }: T): boolean => !quotes.has(quote) && quotes.add(quote) !== undefined;
  const best = items
    .toSorted((left, right) => right.quality - left.quality)
    .filter(isFirst)
    .slice(0, written.best);
  const others = shuffled(items, random).filter((item) => !best.some(({ quote }) => quote === item.quote));
  quotes.clear();
  return shuffled([...best, ...others.filter(isFirst).slice(0, written.others)], random);
}

interface Candidate {
  quality: number;
  quote: string;
  features: Readonly<Record<string, number>>;
  /** As a reader sees it, by its number. */
  print(id: string): string[];
}

const candidateQuestion = ({ draft, features, quality }: PossibleQuestion, source: Source, random: () => number): Candidate => ({
  quality,
  quote: draft.source.quote,
  features,
  print: (id) => questionLines({ id, draft, options: shuffleOptions(draft, random).options }, source),
});

const candidateCard = ({ card, features, score }: PossibleCard, source: Source): Candidate => ({
  quality: score,
  quote: card.source.quote,
  features,
  print: (id) => cardLines({ id, card }, source),
});

/** A table of items that are not judged yet, as `judgements/<reader>/` holds it. */
function tableOf(items: readonly (Candidate & { deck: string })[]): string {
  const names = [...new Set(items.flatMap(({ features }) => Object.keys(features)))].sort();
  const number = (value: number): string => String(Number(value.toFixed(4)));
  return [
    [...judgementColumns, ...names].join(','),
    ...items.map(({ deck, features }) => ['', deck, ...names.map((name) => number(features[name] ?? 0))].join(',')),
    '',
  ].join('\n');
}

/**
 * Writes items of English decks for a reader: `items.txt` to read, and a table a kind whose rows stand in the order of the items and whose
 * first column takes the judgements. The tables then go to `judgements/<reader>/`. Half of the items are the best of their deck by the
 * present weights, and half are drawn by lot, so that weights can be learned that take other items.
 * @returns How many items there are of each kind.
 */
export async function writeCandidates(materials: readonly Material[], folder: string): Promise<Readonly<Record<ItemKind, number>>> {
  const random = randomFrom(15);
  const items: Record<ItemKind, (Candidate & { deck: string })[]> = { questions: [], cards: [] };
  const lines: string[] = [];
  for (const { name, source } of materials.filter((material) => material.source.language === 'en')) {
    const { questions, cards } = await possibleItems(source, random);
    const chosen = {
      questions: drawn(
        questions.map((one) => candidateQuestion(one, source, random)),
        random,
      ),
      cards: drawn(
        cards.map((one) => candidateCard(one, source)),
        random,
      ),
    };
    lines.push(`== ${name} ==`, '');
    for (const kind of itemKinds)
      for (const one of chosen[kind]) {
        items[kind].push({ ...one, deck: deckId(source) });
        lines.push(...one.print(`${kind[0]}${items[kind].length}`));
      }
  }
  mkdirSync(folder, { recursive: true });
  for (const kind of itemKinds) writeFileSync(join(folder, `${kind}.csv`), tableOf(items[kind]));
  writeFileSync(join(folder, 'items.txt'), stripVTControlCharacters(lines.join('\n')));
  return { questions: items.questions.length, cards: items.cards.length };
}
