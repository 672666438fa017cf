import { onceForText } from '../../../text/onceForText.ts';
import { contentStems, fold, lowerFirst, shared, wordsOf, stem } from '../../../text/words.ts';
import type { Facts } from '../facts/Fact.ts';
import { mentionsIn, termKey } from '../facts/terms.ts';
import type { Tagger } from '../posTagger.ts';
import { headNoun, isAgent, isName } from './termKinds.ts';

/** Nouns in front of what a meaning names: "a form of cancer". */
const kindOf =
  /^(?:an? |the |any )?(?:[\p{L}-]+ ){0,2}(?:form|type|kind|sort|class|group|set|series|number|part|piece|branch|variety)s? of (?:an? |the )?/iu;

/** The noun that a meaning says its term is: "cancer" of "a form of cancer that affects …". */
export function genusOf(meaning: string): string {
  const phrase =
    lowerFirst(meaning)
      .replace(kindOf, '')
      .split(
        /\s(?:that|which|who|whose|where|of|in|for|to|with|by|from|used|made|found|given|about|between|on|at|and|when|as)\s|,|\(|(?<=\s)\p{L}{2,20}ed\s(?:by|from|with|in|to|for)\s/u,
      )[0] ?? '';
  return stem(wordsOf(phrase).at(-1) ?? '');
}

/** Words between two terms that stand side by side in a list or a comparison. */
const sideBySide = /^(?:, (?:and |or )?|,? (?:and|or|versus|vs\.?|than|unlike|whereas) )(?:the |an? |both )?$/i;
const contrasts =
  /\b(?:whereas|unlike|in contrast|compared|differs?|difference between|while|rather than|instead of|as opposed to|on the other hand)\b/i;

interface About {
  about: string;
  topic: string;
  place: number;
  group?: string;
}

/** What a thing is compared by. */
interface Traits {
  key: string;
  head: string;
  isAgent: boolean;
  isName: boolean;
  stems: ReadonlySet<string>;
}

const nothing: ReadonlySet<string> = new Set();

/** From this relatedness on, two things are of one kind. */
export const ofOneKind = 3;
/** From this relatedness on, two things are near each other. */
export const isNearlyRelated = 2;

/** How much two things of a material have in common: what they are, in what lists they stand, and where they are told of. */
export class Relatedness {
  private readonly genera = new Map<string, Set<string>>();
  private readonly meanings = new Map<string, Set<string>>();
  private readonly listed = new Set<string>();
  private readonly compared = new Set<string>();
  /** Each thing is compared with hundreds of others. */
  private readonly traitsOf: (about: string) => Traits;

  constructor({ facts, statements, names }: Facts, tag: Tagger | undefined) {
    this.traitsOf = onceForText((about) => ({
      key: termKey(about),
      head: headNoun(about),
      isAgent: isAgent(about),
      isName: isName(about, names),
      stems: contentStems(about),
    }));
    for (const fact of facts) {
      const meaning =
        fact.type === 'definition'
          ? fact.meaning
          : fact.type === 'clause'
            ? /^(?:is|are|was|were) ((?:an?|the|one) .*)$/i.exec(fact.predicate)?.[1]
            : undefined;
      if (meaning === undefined || !('subject' in fact)) continue;
      const key = termKey(fact.subject);
      this.genera.set(key, (this.genera.get(key) ?? new Set()).add(genusOf(meaning)));
      this.meanings.set(key, new Set([...(this.meanings.get(key) ?? []), ...contentStems(meaning)]));
    }
    if (tag)
      for (const { text } of statements) {
        const mentions = mentionsIn(text, tag);
        let list: string[] = [];
        mentions.forEach(({ key, start }, index) => {
          const before = mentions[index - 1];
          if (!before || !sideBySide.test(text.slice(before.end, start))) list = [];
          for (const other of list) this.listed.add(this.pair(key, other));
          list.push(key);
          if (contrasts.test(text)) for (const other of mentions) if (other.key !== key) this.compared.add(this.pair(key, other.key));
        });
      }
  }

  private pair = (one: string, other: string): string => (one < other ? `${one}|${other}` : `${other}|${one}`);

  /** How near two things are: 0 for strangers, `ofOneKind` and more for things of one kind. */
  of(one: About, other: About, isOfText: boolean): number {
    const [left, right] = [this.traitsOf(one.about), this.traitsOf(other.about)];
    if (left.isAgent !== right.isAgent || left.isName !== right.isName) return 0;
    const pair = this.pair(left.key, right.key);
    return (
      (left.head === right.head && left.key !== right.key ? 3 : 0) +
      (this.areOfGenus(left.key, right.key) ? 3 : 0) +
      (this.listed.has(pair) ? 3 : 0) +
      (one.group !== undefined && one.group !== '' && one.group === other.group ? 3 : 0) +
      (this.compared.has(pair) ? 1 : 0) +
      (fold(one.topic) === fold(other.topic) ? 1 : 0) +
      (Math.abs(one.place - other.place) <= (isOfText ? 6 : 2) ? 1 : 0)
    );
  }

  private areOfGenus(left: string, right: string): boolean {
    const [mine, others] = [this.genera.get(left), this.genera.get(right)];
    return mine !== undefined && others !== undefined && [...mine].some((genus) => genus !== '' && others.has(genus));
  }

  /** Whether one of two things is a kind or a part of the other, so that what is true of one may be true of both. */
  isSubordinate(one: string, other: string): boolean {
    const [left, right] = [this.traitsOf(one), this.traitsOf(other)];
    const isWithin = (small: ReadonlySet<string>, large: ReadonlySet<string>): boolean =>
      small.size > 0 && shared(small, large) === small.size;
    return (
      isWithin(left.stems, right.stems) ||
      isWithin(right.stems, left.stems) ||
      isWithin(left.stems, this.meanings.get(right.key) ?? nothing) ||
      isWithin(right.stems, this.meanings.get(left.key) ?? nothing)
    );
  }
}
