import { contentStems, fold, shared, upperFirst, wordCount } from '../../../text/words.ts';
import type { Facts } from '../facts/Fact.ts';
import { isStrong, shareWord, termKey, type Term } from '../facts/terms.ts';
import type { Tagger } from '../posTagger.ts';
import type { Phrases } from '../phrases.ts';
import { tellsTerm, type Ask, type Option, type OptionKind, type Pool } from './Ask.ts';
import { placeName, termPool } from './AskBuilder.ts';
import { areOfOneKind, headNoun, areNear, isSibling, tellsOfPerson } from './termKinds.ts';
import { hedged } from './hedged.ts';
import { isNearlyRelated, ofOneKind, type Relatedness } from './Relatedness.ts';
import type { Candidate } from './Candidate.ts';
import { undefinedTermPenalty } from './pickDistractors.ts';

/** How many options before and after an ask are looked at. Those further away are about another subject. */
const reach = 80;
/** The distance that is added to a term for each word that it has more or less than the key. */
const otherLength = 2;

/** From this relatedness on, an option has no distance added for what it lacks (`Relatedness.of`). */
const fullRelatedness = 6;
/** The distance that is added to an option for each step of relatedness below `fullRelatedness`. */
const perMissingStep = 5;

/** The meaning of a term for people. Among meanings of things it is recognised without knowledge, and so is a thing's among people's. */
const ofPerson =
  /^(?:an? |the )?(?:\p{L}+ )?(?:persons?|part(?:y|ies)|someone|anyone|people|individuals?|those who|one who|organisms?|workers?|members?)\b/iu;
const tellsOfPeople = (meaning: string): boolean => ofPerson.test(meaning) || tellsOfPerson(meaning);
/** A statement that says what a thing is: "It is a method that …". Among statements of what things do, such as "It runs …", it is recognised without knowledge. */
const isIdentity = /^(?:It|They) (?:is|are|was|were) (?:an? |the |one |(?:[\p{L}-]+ ){1,3}(?:that|which|where|who) )/u;
const denied = /n[’']t\b|\b(?:no|not|never)\b/i;
const isPastTense = /^(?:It|They) (?:was|were|had|did|\p{L}+ed|took|made|gave|became|began|led|won|lost|held|went|came)\b/u;

/** An option of whose fact so many words are asked for may be right, too. */
const alsoRight = { share: 0.5, least: 2 } as const;

/** Options of these kinds are near a key by what they are. The others are near it by where they stand. */
const comparedByRelatedness: ReadonlySet<OptionKind> = new Set(['term', 'told', 'meaning']);

const keyOf = ({ kind, form = '' }: Pool): string => `${kind}|${form}`;

/** The answers of all asks by pool, and the terms of the material: what may be offered as a wrong option. */
export class Pools {
  private readonly byPool: ReadonlyMap<string, Option[]>;
  private readonly terms: ReadonlyMap<string, Term>;
  private readonly facts: Facts;
  private readonly isEnglish: boolean;
  private readonly relatedness: Relatedness;

  constructor(asks: readonly Ask[], facts: Facts, phrases: Phrases, relatedness: Relatedness, tag: Tagger | undefined) {
    const isEnglish = tag !== undefined;
    this.facts = facts;
    this.relatedness = relatedness;
    this.isEnglish = isEnglish;
    this.terms = new Map(facts.terms.map((term) => [term.key, term]));
    const told = new Set(asks.filter(({ pool }) => pool?.kind === 'term').map(({ text }) => termKey(text)));
    const named = facts.terms.flatMap((term): [Pool, Option][] => {
      const [statement] = term.statements;
      if (!statement || told.has(term.key)) return [];
      const rationale = `Of ${term.text} the material says: “${statement.text}” (${placeName(phrases, statement.pointer)}).`;
      const { topic, place } = statement;
      return [
        [
          termPool(term.isPlural),
          {
            text: upperFirst(term.text),
            about: term.text,
            rationale,
            fact: '',
            place,
            topic,
            penalty: Math.max(0, undefinedTermPenalty - facts.weightOf(term.key) * 6),
          },
        ],
      ];
    });
    // A noun that stands in one sentence alone is no term that one could confuse with another.
    const isOffered = ({ pool, text, origin }: Ask): boolean =>
      !isEnglish || origin.type === 'entry' || pool?.kind !== 'term' || isStrong(termKey(text), facts.weightOf(termKey(text)));
    const all = [...asks.filter(isOffered).flatMap((ask): [Pool, Option][] => (ask.pool ? [[ask.pool, ask]] : [])), ...named];
    const grouped = Map.groupBy(all, ([pool]) => keyOf(pool));
    this.byPool = new Map(
      [...grouped].map(([pool, entries]) => [pool, entries.map(([, option]) => option).toSorted((one, other) => one.place - other.place)]),
    );
  }

  /**
   * The options of an ask's pool that cannot also be right.
   * @param isStrict - Whether statements have to be like the key in what `otherTextThan` compares: "may" and "often", denial, identity, the past.
   */
  candidatesFor(ask: Ask, isStrict = true): Candidate[] {
    const isOfText = ask.source.pointer.kind !== 'slide';
    const kind = ask.pool?.kind;
    const isTerm = kind === 'term';
    const keyWords = wordCount(ask.text);
    const toCandidate = (option: Option): Candidate => {
      const relatedness = this.relatedness.of(ask, option, isOfText);
      const { text, about, rationale, fact, place, topic, group } = option;
      const isOfOneList = isSibling(ask, option);
      return {
        text,
        about,
        rationale,
        fact,
        place,
        topic,
        group,
        penalty:
          (option.penalty ?? 0) +
          (isTerm ? Math.abs(wordCount(text) - keyWords) * otherLength : 0) +
          (this.isEnglish ? Math.max(0, fullRelatedness - relatedness) * perMissingStep : 0),
        isSibling: isOfOneList,
        isDefined: 'origin' in option && tellsTerm.has((option as Ask).origin.type),
        isVariant: isTerm && (isOfOneList || isVariant(ask.text, text)),
        isClose:
          !this.isEnglish || kind === undefined || !comparedByRelatedness.has(kind)
            ? areNear(ask, option, isOfText, isTerm ? ask.text : '', isTerm ? text : '')
            : relatedness >= (kind === 'meaning' ? isNearlyRelated : ofOneKind),
      };
    };
    if (ask.own) return ask.own.map(toCandidate);
    const asked = contentStems(ask.question);
    const about = fold(ask.about);
    const isOther = isTerm ? (option: Option): boolean => this.isOtherTerm(option, ask, asked) : this.otherTextThan(ask, isStrict);
    const isWrong = (option: Option): boolean => option !== ask && fold(option.about) !== about && isOther(option);
    return this.near(ask).filter(isWrong).map(toCandidate);
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

  /** Whether a term is another one than the key, of its kind, and nothing in the material makes it right. */
  private isOtherTerm(option: Option, ask: Ask, asked: ReadonlySet<string>): boolean {
    const { text, fact } = option;
    // Headings that stand side by side are different things, however alike: "value", "total value" and "marginal value".
    if (isSibling(ask, option) && termKey(text) !== termKey(ask.text)) return fold(fact) !== fold(ask.fact);
    if ((shareWord(text, ask.question) && !isVariant(text, ask.text)) || !areOfOneKind(text, ask.text, this.facts.names)) return false;
    const [one, other] = [termKey(text), termKey(ask.text)];
    if (` ${one} `.includes(` ${other} `) || ` ${other} `.includes(` ${one} `)) return false;
    const most = Math.max(alsoRight.least, asked.size * alsoRight.share);
    const statements = this.terms.get(one)?.statements ?? [];
    return [fact, ...statements.map((statement) => statement.text)].every((said) => shared(contentStems(said), asked) < most);
  }

  /** Tells whether a text is about something else than an ask, and nothing that the material says of what is asked for makes it right. */
  private otherTextThan(ask: Ask, isStrict: boolean): (option: Option) => boolean {
    if (!this.isEnglish) return () => true;
    const topic = fold(ask.topic);
    const about = contentStems(ask.about);
    const isOfPerson = tellsOfPeople(ask.text);
    const wasOnce = isPastTense.test(ask.text);
    // A statement with "may" is often true of other things, too. The tense alone tells what happened once from what is always so.
    const forms = isStrict && ask.pool?.kind === 'told' ? [hedged, denied, isIdentity].filter((form) => !form.test(ask.text)) : undefined;
    const said = (this.terms.get(termKey(ask.about))?.statements ?? []).map(({ text }) => contentStems(text));
    return (option) => {
      if (ask.pool?.kind === 'meaning' && tellsOfPeople(option.text) !== isOfPerson) return false;
      if (forms && (forms.some((form) => form.test(option.text)) || isPastTense.test(option.text) !== wasOnce)) return false;
      const words = contentStems(option.text);
      const isOfSubject =
        about.size > 0 &&
        (shared(words, about) === about.size || (fold(option.topic) !== topic && shared(contentStems(option.topic), about) >= about.size));
      if (isOfSubject || this.relatedness.isSubordinate(option.about, ask.about)) return false;
      return said.every((stems) => shared(stems, words) < words.size * alsoRight.share);
    };
  }
}

/** Whether two terms have the same head noun and different modifiers. */
function isVariant(one: string, other: string): boolean {
  const [left, right] = [contentStems(one), contentStems(other)];
  return left.size === right.size && left.size >= 2 && headNoun(one) === headNoun(other) && shared(left, right) === 1;
}
