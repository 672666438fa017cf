import { contentStems, shared } from '../../../text/words.ts';
import type { Facts } from '../facts/Fact.ts';
import { oppositeOf } from '../facts/opposites.ts';

/** Words that tie two directions to each other: where both are reversed, "a rises when b falls" stays true. */
const tied = /\b(?:when|if|as|than|from|to|while|with|whereas|before|after|between|or|and|but)\b/i;

/** A word of a statement, and its opposite, which makes the statement wrong. */
interface Slot {
  start: number;
  end: number;
  word: string;
  other: string;
}

/** A statement that was made wrong. */
export interface Altered {
  text: string;
  /** What the material says, and what stands there instead. */
  right: string;
  wrong: string;
}

/** The words of a text with the article that fits them: "a broad range", "an acute attack". */
const withArticles = (text: string): string =>
  text.replace(/\b(an?) (?=(\p{L}))/giu, (found, article: string, letter: string) => {
    const fitting = /[aeio]/i.test(letter) ? 'an' : /[u]/i.test(letter) ? article.toLowerCase() : 'a';
    return fitting === article.toLowerCase()
      ? found
      : `${article.startsWith('A') ? fitting.charAt(0).toUpperCase() + fitting.slice(1) : fitting} `;
  });

/** The words of a statement that have an opposite which it does not name, too. */
const slotsOf = (said: string): Slot[] =>
  [...said.matchAll(/(?<![\p{L}-])\p{Ll}[\p{L}-]*/gu)].flatMap(({ 0: word, index }): Slot[] => {
    const other = oppositeOf.get(word);
    return other === undefined || said.includes(` ${other} `) ? [] : [{ start: index, end: index + word.length, word, other }];
  });

/** The first two words that can be reversed each for itself. */
function pairOf(slots: readonly Slot[], said: string): [Slot, Slot] | undefined {
  for (const [index, one] of slots.entries())
    for (const other of slots.slice(index + 1))
      if (!tied.test(said.slice(one.end, other.start)) && one.other !== other.word && one.other !== other.other) return [one, other];
  return undefined;
}

/** A statement with words reversed, the last one first. */
const reversed = (said: string, slots: readonly Slot[]): Altered => ({
  text: withArticles(slots.reduceRight((text, { start, end, other }) => text.slice(0, start) + other + text.slice(end), said)),
  right: slots.map(({ word }) => word).join('” and “'),
  wrong: slots.map(({ other }) => other).join('” and “'),
});

/** Whether the material says it: of the subject, or in the same words of another one that has its name. */
function isTold({ statements }: Facts, subject: string, text: string): boolean {
  const words = contentStems(text);
  const about = contentStems(subject);
  return statements.some((statement) => {
    const told = contentStems(statement.text);
    return shared(words, told) === words.size && shared(about, told) === about.size;
  });
}

/**
 * Makes three wrong statements of a right one, by the opposites of two words: with each word either way, no statement is more like the
 * others than another one.
 */
export function alterationsOf(facts: Facts, subject: string, said: string): Altered[] | undefined {
  const pair = pairOf(slotsOf(said), said);
  const altered = pair && [[pair[0]], [pair[1]], pair].map((slots) => reversed(said, slots));
  return altered?.every(({ text }) => !isTold(facts, subject, text)) ? altered : undefined;
}
