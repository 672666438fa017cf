import { contentStems, fold, shared } from '../../../text/words.ts';
import type { Facts } from '../facts/Fact.ts';
import { shareWord, termKey } from '../facts/terms.ts';
import type { Ask, Candidate, Option, Pool } from './Ask.ts';
import { isNearlyRelated, ofOneKind, type Relatedness } from './Relatedness.ts';
import { areNear, areOfOneKind, headNoun, isSibling } from './termKinds.ts';

/** How many options before and after the key to consider. Others are about different subjects. */
const reach = 80;

/** Relatedness from which no distance is added (`Relatedness.of`). */
const fullRelatedness = 6;
/** Distance added per step of relatedness below `fullRelatedness`. */
const perMissingStep = 5;

/** Maximum number of things that a list of one kind defines. */
const longestList = 8;

/** Word overlap from which an option's fact may answer the question, too. */
const alsoRight = { share: 0.5, least: 2 } as const;

const keyOf = ({ kind, form }: Pool): string => `${kind}|${form}`;

/** Finds distractor candidates among the keys of all item specs. */
export class Pools {
  private readonly byPool: ReadonlyMap<string, Option[]>;
  private readonly facts: Facts;
  private readonly isEnglish: boolean;
  /** The number of things that each list defines. */
  private readonly sizes: ReadonlyMap<string, number>;
  private readonly relatedness: Relatedness;

  constructor(asks: readonly Ask[], facts: Facts, relatedness: Relatedness, isEnglish: boolean) {
    this.facts = facts;
    this.relatedness = relatedness;
    this.isEnglish = isEnglish;
    const all = asks.flatMap((ask): [Pool, Option][] => (ask.pool ? [[ask.pool, ask]] : []));
    this.sizes = new Map(
      [...Map.groupBy(asks, ({ group = '' }) => group)].map(([group, of]) => [group, new Set(of.map(({ about }) => about)).size]),
    );
    const grouped = Map.groupBy(all, ([pool]) => keyOf(pool));
    this.byPool = new Map(
      [...grouped].map(([pool, entries]) => [pool, entries.map(([, option]) => option).toSorted((one, other) => one.place - other.place)]),
    );
  }

  /** The candidates for a spec that cannot also be right. */
  candidatesFor(ask: Ask): Candidate[] {
    const isOfText = ask.source.pointer.kind !== 'slide';
    const kind = ask.pool?.kind;
    const toCandidate = (option: Option): Candidate => {
      const relatedness = this.relatedness.of(ask, option, isOfText);
      const { text, about, rationale, fact, place, topic, group } = option;
      const isOfOneList = this.areSiblings(ask, option);
      const isClose =
        !this.isEnglish || kind === undefined || kind === 'answer'
          ? areNear(ask, option, isOfText)
          : relatedness >= (kind === 'meaning' ? ofOneKind : isNearlyRelated);
      const lacking = this.isEnglish ? Math.max(0, fullRelatedness - relatedness) * perMissingStep : 0;
      return {
        text,
        about,
        rationale,
        fact,
        place,
        topic,
        group,
        distance: isOfOneList ? 0 : Math.abs(place - ask.place) + lacking,
        isSibling: isOfOneList,
        isRelated: isOfOneList || isClose,
        isVariant: kind === 'term' && (isOfOneList || isVariant(ask.text, text)),
      };
    };
    if (ask.own) return ask.own.map(toCandidate);
    const asked = contentStems(ask.question);
    const about = fold(ask.about);
    const isOther = kind === 'term' ? (option: Option): boolean => this.isOtherTerm(option, ask, asked) : this.otherTextThan(ask);
    const isWrong = (option: Option): boolean => option !== ask && fold(option.about) !== about && isOther(option);
    return this.near(ask).filter(isWrong).map(toCandidate);
  }

  /** Whether two things are in one short list. A long list is a glossary with terms of many kinds. */
  private areSiblings(one: Ask, other: Option): boolean {
    return isSibling(one, other) && (this.sizes.get(one.group ?? '') ?? 0) <= longestList;
  }

  private near({ pool, place }: Ask): readonly Option[] {
    const all = (pool && this.byPool.get(keyOf(pool))) ?? [];
    if (all.length <= 2 * reach) return all;
    let [at, end] = [0, all.length];
    while (at < end) {
      const middle = (at + end) >> 1;
      if ((all[middle]?.place ?? 0) >= place) end = middle;
      else at = middle + 1;
    }
    return all.slice(Math.max(0, at - reach), at + reach);
  }

  /** Whether a term differs from the key, is of its kind, and is not right by the material. */
  private isOtherTerm(option: Option, ask: Ask, asked: ReadonlySet<string>): boolean {
    const { text, fact } = option;
    const [one, other] = [termKey(text), termKey(ask.text)];
    // Siblings are different things, however similar: "value", "total value" and "marginal value".
    if (this.areSiblings(ask, option) && one !== other) return fold(fact) !== fold(ask.fact);
    if ((shareWord(text, ask.question) && !isVariant(text, ask.text)) || !areOfOneKind(text, ask.text, this.facts.names)) return false;
    if (this.isEnglish && this.relatedness.isSubordinate(text, ask.text)) return false;
    const most = Math.max(alsoRight.least, asked.size * alsoRight.share);
    const statements = this.facts.terms.get(one)?.statements ?? [];
    return [fact, ...statements.map((statement) => statement.text)].every((said) => shared(contentStems(said), asked) < most);
  }

  /** Returns a test for texts that are about another subject and not right by the material. */
  private otherTextThan(ask: Ask): (option: Option) => boolean {
    if (!this.isEnglish) return () => true;
    const topic = fold(ask.topic);
    const about = contentStems(ask.about);
    const said = (this.facts.terms.get(termKey(ask.about))?.statements ?? []).map(({ text }) => contentStems(text));
    return (option) => {
      const words = contentStems(option.text);
      const isOfSubject =
        about.size > 0 &&
        (shared(words, about) === about.size || (fold(option.topic) !== topic && shared(contentStems(option.topic), about) >= about.size));
      if (isOfSubject || this.relatedness.isSubordinate(option.about, ask.about)) return false;
      return said.every((stems) => shared(stems, words) < words.size * alsoRight.share);
    };
  }
}

/** Whether two terms share the head noun but not the modifiers. */
function isVariant(one: string, other: string): boolean {
  const [left, right] = [contentStems(one), contentStems(other)];
  return left.size === right.size && left.size >= 2 && headNoun(one) === headNoun(other) && shared(left, right) === 1;
}
