import { contentStems, shared, wordCount } from '../../../text/words.ts';
import type { Facts } from '../facts/Fact.ts';
import { isPluralNoun } from '../facts/grammar.ts';
import { mentionsIn, type Term } from '../facts/terms.ts';
import type { Tagger } from '../languageModel.ts';
import { headNoun, isAgent } from './family.ts';
import type { Kinship } from './Kinship.ts';
import { oppositeOf } from './opposites.ts';

/** Words that tie two directions to each other: where both are reversed, "a rises when b falls" stays true. */
const tied = /\b(?:when|if|as|than|from|to|while|with|whereas|before|after|between|or|and|but)\b/i;
/** What may be so is seldom wrong of a sibling, either. */
const uncertain =
  /\b(?:can|may|might|could|sometimes|often|usually|include|includes|including|such as|like|many|some|most|other|affects?|involves?|associated)\b/i;
const whole = /\b(?:divided into|consists? of|composed of|made up of)\b/i;

/** A place of a statement, and what makes the statement wrong there. */
interface Slot {
  start: number;
  end: number;
  others: string[];
  isDirection: boolean;
}

/** A statement that was made wrong. */
export interface Altered {
  text: string;
  /** What the material says, and what stands there instead. */
  right: string;
  wrong: string;
}

/** The weight of a term that stands for itself. */
const leastWeight = 3;
/** The most terms that are offered in one place. */
const mostOthers = 3;

/** The words of a text with the article that fits them: "a broad range", "an acute attack". */
const withArticles = (text: string): string =>
  text.replace(/\b(an?) (?=(\p{L}))/giu, (found, article: string, letter: string) => {
    const fitting = /[aeio]/i.test(letter) ? 'an' : /[u]/i.test(letter) ? article.toLowerCase() : 'a';
    return fitting === article.toLowerCase()
      ? found
      : `${article.startsWith('A') ? fitting.charAt(0).toUpperCase() + fitting.slice(1) : fitting} `;
  });

/** Makes wrong statements of a right one: by the opposite of a word, and by a term's sibling. All of them are alike in form. */
export class Alterations {
  private readonly byHead: ReadonlyMap<string, readonly Term[]>;
  private readonly facts: Facts;
  private readonly kinship: Kinship;
  private readonly tag: Tagger;

  constructor(facts: Facts, kinship: Kinship, tag: Tagger) {
    this.facts = facts;
    this.kinship = kinship;
    this.tag = tag;
    this.byHead = Map.groupBy(facts.terms, ({ text }) => headNoun(text));
  }

  /**
   * Two or three statements that are wrong where the given one is right. With two places there are four statements, each place either way:
   * no statement is more like the others than another one.
   */
  of(subject: string, said: string, random: () => number): Altered[] | undefined {
    const slots = this.slotsOf(subject, said);
    const pair = this.pairOf(slots, said);
    const altered = pair ? this.crossed(said, pair, random) : this.exchanged(said, slots);
    return altered && altered.every(({ text }) => !this.isTold(subject, text)) ? altered : undefined;
  }

  private crossed(said: string, [one, other]: readonly [Slot, Slot], random: () => number): Altered[] | undefined {
    const draw = ({ others }: Slot): string => others[Math.floor(random() * others.length)] ?? '';
    const [first, second] = [draw(one), draw(other)];
    if (first === second) return undefined;
    const put = (changes: readonly (readonly [Slot, string])[]): Altered => ({
      text: withArticles(
        changes
          .toSorted(([a], [b]) => b.start - a.start)
          .reduce((text, [{ start, end }, word]) => text.slice(0, start) + word + text.slice(end), said),
      ),
      right: changes.map(([{ start, end }]) => said.slice(start, end)).join('” and “'),
      wrong: changes.map(([, word]) => word).join('” and “'),
    });
    return [
      put([[one, first]]),
      put([[other, second]]),
      put([
        [one, first],
        [other, second],
      ]),
    ];
  }

  private exchanged(said: string, slots: readonly Slot[]): Altered[] | undefined {
    const slot = slots.find(({ others }) => others.length >= 2);
    return slot?.others.map((word) => ({
      text: withArticles(said.slice(0, slot.start) + word + said.slice(slot.end)),
      right: said.slice(slot.start, slot.end),
      wrong: word,
    }));
  }

  private pairOf(slots: readonly Slot[], said: string): readonly [Slot, Slot] | undefined {
    for (const [index, one] of slots.entries())
      for (const other of slots.slice(index + 1)) {
        const between = said.slice(Math.min(one.end, other.end), Math.max(one.start, other.start));
        const isTied = one.isDirection && other.isDirection && tied.test(between);
        const areOfOneWord = one.others.some((word) =>
          contentStems(said.slice(other.start, other.end)).has([...contentStems(word)][0] ?? ''),
        );
        if (!isTied && !areOfOneWord && (one.end <= other.start || other.end <= one.start)) return [one, other];
      }
    return undefined;
  }

  private slotsOf(subject: string, said: string): Slot[] {
    const directions = [...said.matchAll(/(?<![\p{L}-])\p{Ll}[\p{L}-]*/gu)].flatMap(({ 0: word, index }): Slot[] => {
      const other = oppositeOf.get(word);
      return other === undefined || said.includes(` ${other} `)
        ? []
        : [{ start: index, end: index + word.length, others: [other], isDirection: true }];
    });
    const terms = this.termSlotsOf(subject, said);
    const free = directions.filter((one) => !terms.some((other) => one.start < other.end && other.start < one.end));
    return [...terms, ...free];
  }

  private termSlotsOf(subject: string, said: string): Slot[] {
    if (uncertain.test(said)) return [];
    return mentionsIn(said, this.tag).flatMap(({ text, key, start, end }): Slot[] => {
      const isListed = /(?:, |, and | and | or )$/.test(said.slice(0, start)) || /^(?:,| and | or )/.test(said.slice(end));
      if ((isListed && !whole.test(said)) || wordCount(text) < 1) return [];
      const others = this.siblingsOf(text, key, subject).filter((other) => !said.toLowerCase().includes(other.toLowerCase()));
      return others.length > 0 ? [{ start, end, others: others.slice(0, mostOthers), isDirection: false }] : [];
    });
  }

  /** Terms of the material's that are of one kind with a term, and neither a kind nor a part of it. */
  private siblingsOf(text: string, key: string, subject: string): string[] {
    const words = contentStems(text);
    const about = contentStems(subject);
    const isFree = (other: Term): boolean =>
      other.key !== key &&
      other.isPlural === isPluralNoun(text) &&
      this.kinship.areSiblings(other.text, text) &&
      isAgent(other.text) === isAgent(text) &&
      !this.kinship.isSubordinate(other.text, text) &&
      shared(contentStems(other.text), about) < contentStems(other.text).size;
    // "Episodic memory" beside "semantic memory"; "stronger memory" is no other kind of memory, and an infectious disease may be acute.
    if (words.size !== 2) return [];
    const variants = (this.byHead.get(headNoun(text)) ?? []).filter((other) => {
      const theirs = contentStems(other.text);
      return theirs.size === 2 && this.facts.weightOf(other.key) >= leastWeight && shared(words, theirs) === 1 && isFree(other);
    });
    return variants.toSorted((one, other) => other.count - one.count).map((term) => term.text);
  }

  /** Whether the material says it: of the subject, or in the same words of another one that has its name. */
  private isTold(subject: string, text: string): boolean {
    const words = contentStems(text);
    const about = contentStems(subject);
    return this.facts.statements.some((statement) => {
      const told = contentStems(statement.text);
      return shared(words, told) === words.size && shared(about, told) === about.size;
    });
  }
}
