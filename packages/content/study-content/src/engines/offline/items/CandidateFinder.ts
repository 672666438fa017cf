import { contentStems, fold, shared } from '../../../text/words.ts';
import type { Facts } from '../facts/Fact.ts';
import { shareWord, termKey } from '../facts/terms.ts';
import type { Candidate, ItemSpec, Option, OptionClass } from './ItemSpec.ts';
import { isNearlyRelated, ofOneKind, type Relatedness } from './Relatedness.ts';
import { areNear, areOfOneKind, headNoun, isSibling } from './termKinds.ts';

/** How many options before and after the key to consider. Others are about different subjects. */
const reach = 80;

/** No distance is added at this relatedness (`Relatedness.of`). */
const fullRelatedness = 6;
/** Distance added per step of relatedness below `fullRelatedness`. */
const perMissingStep = 5;

/** Maximum number of things that a list of one kind defines. */
const maxListed = 8;

/** With this word overlap, an option's fact may answer the question, too. */
const alsoRight = { share: 0.5, least: 2 } as const;

const keyOf = ({ kind, form }: OptionClass): string => `${kind}|${form}`;

/** Finds distractor candidates among the keys of all item specs. */
export class CandidateFinder {
  private readonly byClass: ReadonlyMap<string, Option[]>;
  private readonly facts: Facts;
  private readonly isEnglish: boolean;
  /** The number of things that each list defines. */
  private readonly sizes: ReadonlyMap<string, number>;
  private readonly relatedness: Relatedness;

  constructor(specs: readonly ItemSpec[], facts: Facts, relatedness: Relatedness, isEnglish: boolean) {
    this.facts = facts;
    this.relatedness = relatedness;
    this.isEnglish = isEnglish;
    const all = specs.flatMap((spec): [OptionClass, Option][] => (spec.optionClass ? [[spec.optionClass, spec]] : []));
    this.sizes = new Map(
      [...Map.groupBy(specs, ({ group = '' }) => group)].map(([group, of]) => [group, new Set(of.map(({ about }) => about)).size]),
    );
    const grouped = Map.groupBy(all, ([optionClass]) => keyOf(optionClass));
    this.byClass = new Map(
      [...grouped].map(([optionClass, entries]) => [
        optionClass,
        entries.map(([, option]) => option).toSorted((one, other) => one.place - other.place),
      ]),
    );
  }

  /** The candidates for a spec that cannot also be right. */
  candidatesFor(spec: ItemSpec): Candidate[] {
    const isOfText = spec.source.pointer.kind !== 'slide';
    const kind = spec.optionClass?.kind;
    const toCandidate = (option: Option): Candidate => {
      const relatedness = this.relatedness.of(spec, option, isOfText);
      const { text, about, rationale, fact, place, topic, group } = option;
      const isOfOneList = this.areSiblings(spec, option);
      const isClose =
        !this.isEnglish || kind === undefined || kind === 'answer'
          ? areNear(spec, option, isOfText)
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
        distance: isOfOneList ? 0 : Math.abs(place - spec.place) + lacking,
        isSibling: isOfOneList,
        isRelated: isOfOneList || isClose,
        isVariant: kind === 'term' && (isOfOneList || isVariant(spec.text, text)),
      };
    };
    if (spec.own) return spec.own.map(toCandidate);
    const asked = contentStems(spec.question);
    const about = fold(spec.about);
    const isOther = kind === 'term' ? (option: Option): boolean => this.isOtherTerm(option, spec, asked) : this.otherTextThan(spec);
    const isWrong = (option: Option): boolean => option !== spec && fold(option.about) !== about && isOther(option);
    return this.near(spec).filter(isWrong).map(toCandidate);
  }

  /** Whether two things are in one short list. A long list is a glossary with terms of many kinds. */
  private areSiblings(one: ItemSpec, other: Option): boolean {
    return isSibling(one, other) && (this.sizes.get(one.group ?? '') ?? 0) <= maxListed;
  }

  private near({ optionClass, place }: ItemSpec): readonly Option[] {
    const all = (optionClass && this.byClass.get(keyOf(optionClass))) ?? [];
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
  private isOtherTerm(option: Option, spec: ItemSpec, asked: ReadonlySet<string>): boolean {
    const { text, fact } = option;
    const [one, other] = [termKey(text), termKey(spec.text)];
    // Siblings are different things, however similar: "value", "total value" and "marginal value".
    if (this.areSiblings(spec, option) && one !== other) return fold(fact) !== fold(spec.fact);
    if ((shareWord(text, spec.question) && !isVariant(text, spec.text)) || !areOfOneKind(text, spec.text, this.facts.names)) return false;
    if (this.isEnglish && this.relatedness.isSubordinate(text, spec.text)) return false;
    const most = Math.max(alsoRight.least, asked.size * alsoRight.share);
    const statements = this.facts.terms.get(one)?.statements ?? [];
    return [fact, ...statements.map((statement) => statement.text)].every((said) => shared(contentStems(said), asked) < most);
  }

  /** Returns a test for texts that are about another subject and not right by the material. */
  private otherTextThan(spec: ItemSpec): (option: Option) => boolean {
    if (!this.isEnglish) return () => true;
    const topic = fold(spec.topic);
    const about = contentStems(spec.about);
    const said = (this.facts.terms.get(termKey(spec.about))?.statements ?? []).map(({ text }) => contentStems(text));
    return (option) => {
      const words = contentStems(option.text);
      const isOfSubject =
        about.size > 0 &&
        (shared(words, about) === about.size || (fold(option.topic) !== topic && shared(contentStems(option.topic), about) >= about.size));
      if (isOfSubject || this.relatedness.isSubordinate(option.about, spec.about)) return false;
      return said.every((stems) => shared(stems, words) < words.size * alsoRight.share);
    };
  }
}

/** Whether two terms share the head noun but not the modifiers. */
function isVariant(one: string, other: string): boolean {
  const [left, right] = [contentStems(one), contentStems(other)];
  return left.size === right.size && left.size >= 2 && headNoun(one) === headNoun(other) && shared(left, right) === 1;
}
