import type { DraftQuestion, QuizOptions } from '../../../StudyContentEngine.ts';
import { fold, wordsOf } from '../../../text/words.ts';
import type { Fact, Facts } from '../facts/Fact.ts';
import type { Tagger } from '../posTagger.ts';
import type { Phrases } from '../phrases.ts';
import type { ItemSpec } from './ItemSpec.ts';
import { itemSpecsOf } from './itemSpecsOf.ts';
import { explain, statementsByPlace } from './explain.ts';
import { fittingCandidates, pickDistractors, type PickOptions } from './pickDistractors.ts';
import { CandidateFinder } from './CandidateFinder.ts';
import { Relatedness } from './Relatedness.ts';

/** Maximum number of facts to consider. Beyond it, a random sample is used, plus all facts on weak areas. */
const maxConsidered = 600;

function considered({ facts }: Facts, { random, weakAreas = [] }: QuizOptions): Fact[] {
  if (facts.length <= maxConsidered) return facts;
  const weak = new Set(weakAreas.map(({ topic }) => fold(topic)));
  const share = maxConsidered / facts.length;
  return facts.filter(({ topic }) => weak.has(fold(topic)) || random() < share);
}

/** Combinations of distractor count and minimum number of related ones, in the order of attempts. */
const tries: readonly PickOptions[] = [
  { most: 3, minRelated: 3 },
  { most: 3, minRelated: 2 },
  { most: 2, minRelated: 2 },
  { most: 3, minRelated: 1 },
];
/** Meanings say more than terms, so an unrelated one is obviously wrong. */
const triesOfMeaning = tries.filter(({ most, minRelated }) => most === minRelated);
/** For a spec's own options, and for languages without relatedness. */
const plainTries: readonly PickOptions[] = [
  { most: 3, minRelated: 0 },
  { most: 2, minRelated: 0 },
];

/** Builds questions from item specs. */
export class QuestionBuilder {
  readonly byFact: ReadonlyMap<Fact, ItemSpec[]>;
  private readonly finder: CandidateFinder;
  private readonly byPlace;
  private readonly phrases: Phrases;
  private readonly random: () => number;
  private readonly isEnglish: boolean;

  constructor(facts: Facts, phrases: Phrases, options: QuizOptions, tag: Tagger | undefined) {
    this.isEnglish = tag !== undefined;
    const context = { facts, phrases, isEnglish: this.isEnglish };
    const specs = new Map(considered(facts, options).map((fact) => [fact, itemSpecsOf(fact, context)]));
    this.byFact = new Map([...specs].map(([fact, all]) => [fact, all.filter(({ asQuestion }) => asQuestion)]));
    this.finder = new CandidateFinder([...specs.values()].flat(), facts, new Relatedness(facts, tag), this.isEnglish);
    this.byPlace = statementsByPlace(facts);
    this.phrases = phrases;
    this.random = options.random;
  }

  /**
   * Builds a question; `undefined` if there are too few distractors, or a word of the question gives the key away.
   *
   * @param isUsedUp - Whether a text may no longer be offered as a distractor.
   */
  questionFor(spec: ItemSpec, isUsedUp: (text: string) => boolean): DraftQuestion | undefined {
    const candidates = this.finder.candidatesFor(spec).filter(({ text }) => !isUsedUp(text));
    const fitting = fittingCandidates(spec.text, candidates, spec.own ? '' : spec.source.quote);
    const wanted = spec.own || !this.isEnglish ? plainTries : spec.optionClass?.kind === 'meaning' ? triesOfMeaning : tries;
    for (const options of wanted) {
      const distractors = pickDistractors(spec.text, fitting, this.random, options);
      if (!distractors || (this.isEnglish && hasStemCue(spec.question, spec.text, distractors))) continue;
      return {
        question: spec.question,
        answer: spec.text,
        distractors: distractors.map(({ text, rationale }) => ({ text, rationale })),
        answerRationale: spec.rationale,
        explanation: explain(spec, distractors, this.phrases, this.byPlace, this.isEnglish),
        topic: spec.topic,
        concept: spec.concept,
        source: spec.source,
      };
    }
    return undefined;
  }
}

/** Words of question frames and everyday words, which give nothing away. */
const everyday = new Set(
  'which these among statement describes described material meaning defined gives names about their there other would could should being where while after before between through under against with that this from have more most than they them when what into over such some only also been were will each like used uses made make many must need'.split(
    ' ',
  ),
);

const longWords = (text: string): string[] => (fold(text).match(/\p{L}{5,}/gu) ?? []).filter((word) => !everyday.has(word));

/** Whether two words share a root: "insulin" and "insulinotropic", "manages" and "management". */
const shareRoot = (one: string, other: string): boolean => {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  return short.slice(0, 5) === long.slice(0, 5) || (short.length >= 6 && long.includes(short.slice(0, 6)));
};

/** Whether a word of the question shares its root with the key and with no distractor (check `no-stem-cue`). */
function hasStemCue(question: string, answer: string, distractors: readonly { text: string }[]): boolean {
  const asked = longWords(question);
  // "Team" in "teamwork".
  const short = wordsOf(question).filter((word) => /^\p{L}{4}$/u.test(word) && !everyday.has(word));
  const begins = (text: string): string[] => longWords(text).filter((word) => short.some((one) => word.startsWith(one)));
  if (begins(answer).length > 0 && distractors.every(({ text }) => begins(text).length === 0)) return true;
  return longWords(answer).some((word) =>
    asked.some((other) => shareRoot(word, other) && !distractors.some(({ text }) => longWords(text).some((one) => shareRoot(one, other)))),
  );
}
