import { verdictOf } from './check.ts';
import type { Evaluation } from './evaluate.ts';

/** The table and all items, for other programs. */
export function toJson({ engine, decks, lines }: Evaluation): string {
  return `${JSON.stringify(
    {
      engine,
      checks: lines.map(({ group, check, pooled, byDeck }) => ({
        group,
        id: check.id,
        title: check.title,
        hard: check.hard,
        unit: check.unit,
        ...pooled,
        verdict: verdictOf(pooled),
        byDeck: byDeck.map(({ value, n }, index) => ({ deck: decks[index]?.name, value, n })),
      })),
      decks: decks.map(({ name, source, quizzes, cardRounds, guides, pool }) => ({
        name,
        title: source.title,
        language: source.language,
        quizzes,
        distinct: pool.map(({ id }) => id),
        cards: cardRounds,
        guides,
      })),
    },
    undefined,
    2,
  )}\n`;
}
