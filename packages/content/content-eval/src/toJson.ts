import { verdictOf } from './check.ts';
import type { Evaluation } from './evaluate.ts';

/** Serialises the table and all items for other programs. */
export function toJson({ engine, decks, lines }: Evaluation): string {
  const checks = lines.map(({ group, check: { id, title, hard, unit }, pooled, byDeck }) => {
    const each = byDeck.map(({ value, n }, index) => ({ deck: decks[index]?.name, value, n }));
    return { group, id, title, hard, unit, ...pooled, verdict: verdictOf(pooled), byDeck: each };
  });
  const made = decks.map(({ name, source: { title, language }, quizzes, cardRounds, guides, pool }) => {
    return { name, title, language, quizzes, distinct: pool.map(({ id }) => id), cards: cardRounds, guides };
  });
  return `${JSON.stringify({ engine, checks, decks: made }, undefined, 2)}\n`;
}
