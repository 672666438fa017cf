import { memoiseByText } from '../../../text/memoise.ts';
import { contentStems, fold, lowerFirst, shared, wordsOf, stem } from '../../../text/words.ts';
import type { Facts } from '../facts/Fact.ts';
import { mentionsIn, termKey } from '../facts/terms.ts';
import type { Tagger } from '../posTagger.ts';
import { headNoun, isAgent, isName } from './termKinds.ts';

/** Phrases before the genus of a meaning: "a form of cancer". */
const kindOf =
  /^(?:an? |the |any )?(?:[\p{L}-]+ ){0,2}(?:form|type|kind|sort|class|group|set|series|number|part|piece|branch|variety)s? of (?:an? |the )?/iu;

/** The genus of a meaning: "cancer" in "a form of cancer that affects …". */
export function genusOf(meaning: string): string {
  const phrase =
    lowerFirst(meaning)
      .replace(kindOf, '')
      .split(
        /\s(?:that|which|who|whose|where|of|in|for|to|with|by|from|used|made|found|given|about|between|on|at|and|when|as)\s|,|\(|(?<=\s)\p{L}{2,20}ed\s(?:by|from|with|in|to|for)\s/u,
      )[0] ?? '';
  return stem(wordsOf(phrase).at(-1) ?? '');
}

/** Text between coordinated or compared terms. */
const sideBySide = /^(?:, (?:and |or )?|,? (?:and|or|versus|vs\.?|than|unlike|whereas) )(?:the |an? |both )?$/i;

interface About {
  about: string;
  topic: string;
  place: number;
}

/** Features for comparing things. */
interface Traits {
  key: string;
  head: string;
  isAgent: boolean;
  isName: boolean;
  stems: ReadonlySet<string>;
  genera: ReadonlySet<string>;
  meanings: ReadonlySet<string>;
  /** The keys of things that sentences name next to it: "A, B and C". */
  listed: ReadonlySet<string>;
}

class SetsByKey {
  private readonly sets = new Map<string, Set<string>>();

  add(key: string, ...added: readonly string[]): void {
    const set = this.sets.get(key) ?? new Set();
    for (const each of added) set.add(each);
    this.sets.set(key, set);
  }

  addPair(one: string, other: string): void {
    this.add(one, other);
    this.add(other, one);
  }

  of(key: string): ReadonlySet<string> {
    return this.sets.get(key) ?? nothing;
  }
}

const nothing: ReadonlySet<string> = new Set();

/** The score from which two things are of one kind. */
export const ofOneKind = 3;
/** The score from which two things are near each other. */
export const isNearlyRelated = 2;

/** Scores how much two things have in common: what they are, which lists they share, and where they occur. */
export class Relatedness {
  /** Memoised, because each thing is compared with hundreds of others. */
  private readonly traitsOf: (about: string) => Traits;

  constructor({ facts, statements, names }: Facts, tag: Tagger | undefined) {
    const [genera, meanings, listed] = [new SetsByKey(), new SetsByKey(), new SetsByKey()];
    for (const fact of facts) {
      if (fact.type !== 'definition' || fact.form === 'does') continue;
      const { meaning } = fact;
      const key = termKey(fact.subject);
      genera.add(key, genusOf(meaning));
      meanings.add(key, ...contentStems(meaning));
    }
    if (tag)
      for (const { text } of statements) {
        const mentions = mentionsIn(text, tag);
        let list: string[] = [];
        mentions.forEach(({ key, start }, index) => {
          const before = mentions[index - 1];
          if (!before || !sideBySide.test(text.slice(before.end, start))) list = [];
          for (const other of list) listed.addPair(key, other);
          list.push(key);
        });
      }
    this.traitsOf = memoiseByText((about) => {
      const key = termKey(about);
      return {
        key,
        head: headNoun(about),
        isAgent: isAgent(about),
        isName: isName(about, names),
        stems: contentStems(about),
        genera: genera.of(key),
        meanings: meanings.of(key),
        listed: listed.of(key),
      };
    });
  }

  /** The relatedness of two things: 0 for unrelated, `ofOneKind` or more for things of one kind. */
  of(one: About, other: About, isOfText: boolean): number {
    const [left, right] = [this.traitsOf(one.about), this.traitsOf(other.about)];
    if (left.isAgent !== right.isAgent || left.isName !== right.isName) return 0;
    return (
      (left.head === right.head && left.key !== right.key ? 3 : 0) +
      (haveOneGenus(left, right) ? 3 : 0) +
      (left.listed.has(right.key) ? 3 : 0) +
      (one.topic === other.topic || fold(one.topic) === fold(other.topic) ? 1 : 0) +
      (Math.abs(one.place - other.place) <= (isOfText ? 6 : 2) ? 1 : 0)
    );
  }

  /** Whether one thing is a kind or part of the other, so that statements may be true of both. */
  isSubordinate(one: string, other: string): boolean {
    const [left, right] = [this.traitsOf(one), this.traitsOf(other)];
    return (
      isWithin(left.stems, right.stems) ||
      isWithin(right.stems, left.stems) ||
      isWithin(left.stems, right.meanings) ||
      isWithin(right.stems, left.meanings)
    );
  }
}

const haveOneGenus = ({ genera }: Traits, other: Traits): boolean => {
  for (const genus of genera) if (genus !== '' && other.genera.has(genus)) return true;
  return false;
};

/** Whether a non-empty set is a subset of another. */
const isWithin = (small: ReadonlySet<string>, large: ReadonlySet<string>): boolean => small.size > 0 && shared(small, large) === small.size;
