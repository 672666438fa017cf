import type { ModelUsage, Shortfall, Source } from '@lectern/contracts';
import type {
  CardOptions,
  DraftCard,
  DraftQuestion,
  EngineOptions,
  Guide,
  QuizOptions,
  Refused,
  StudyContentEngine,
} from './StudyContentEngine.ts';
import { addLostFacts } from './addLostFacts.ts';
import { NearTexts } from './text/NearTexts.ts';
import { fold } from './text/words.ts';
import { reasons, type CheckId } from './gate/CheckId.ts';
import { checkCard } from './gate/checkCard.ts';
import { checkGuide } from './gate/checkGuide.ts';
import { checkQuestion } from './gate/checkQuestion.ts';
import { withoutFailing } from './gate/guideStatements.ts';
import { isSameCard, isSameQuestion, nearFront, nearStem, shares, weaknessesOf, weaknessesOfCard } from './gate/repeats.ts';

/** How many items each check refused, for a service's metrics. */
export type Refusals = Partial<Record<CheckId, number>>;

interface Generated {
  refusals: Refusals;
  limitation?: string;
  shortfall?: Shortfall;
  /** The use of a language model, over all calls. */
  usage?: ModelUsage;
}

export interface GeneratedQuiz extends Generated {
  questions: DraftQuestion[];
}

export interface GeneratedCards extends Generated {
  cards: DraftCard[];
}

export interface GeneratedGuide {
  guide: Guide;
  refusals: Refusals;
  /** The use of a language model, over all calls. */
  usage?: ModelUsage;
  /** The engine that made it, where it is another one than was asked. */
  generatedBy?: string;
}

/** What the gate may use beside the engine that was asked. */
export interface GateOptions {
  /** Makes the items that are missing after the repair. They are marked with its name. */
  fallback?: StudyContentEngine;
}

/** The share of a regenerated quiz that may be similar to earlier questions. */
const mostNear = 0.1;
/** The share of failing statements that the last possible guide may lose. */
const mostFailingOfLast = 0.9;

/** Fewer items than this are no quiz and no deck. */
export const fewestItems = 3;

/** Refusals and model use of content that failed. */
export interface Spent {
  refusals: Refusals;
  usage?: ModelUsage | undefined;
}

/** Thrown where the material supports fewer than three items, or no guide at all. */
export class TooLittleMaterialError extends Error {
  readonly code = 'too-little-material';
  /** What the gate refused, and the use of a model, for the metrics. */
  readonly spent: Spent;

  constructor(message: string, spent: Spent = { refusals: {} }) {
    super(message);
    this.name = 'TooLittleMaterialError';
    this.spent = spent;
  }
}

function count(refusals: Refusals, failed: readonly CheckId[]): void {
  for (const id of new Set(failed)) refusals[id] = (refusals[id] ?? 0) + 1;
}

/** Tells the learner why there is nothing: short material needs more text, longer material has nothing that can be asked. */
const tooLittleFor = (what: string, source: Source): string =>
  source.passages.reduce((sum, { text }) => sum + text.length, 0) < 2_000
    ? `The material is too short for ${what}. Add more text or slides and try again.`
    : `This material holds too few clear facts for ${what}. Add definitions, lists, tables or full sentences and try again.`;

function shortfallOf(asked: number, made: number, one: string, many: string): Shortfall | undefined {
  return made >= asked ? undefined : { asked, made, reason: `The material supports only ${made} ${made === 1 ? one : many}.` };
}

/** The sum of several uses of a model; empty where there was none. */
function sumOf(usages: readonly (ModelUsage | undefined)[]): { usage?: ModelUsage } {
  const told = usages.filter((usage) => usage !== undefined);
  const [first] = told;
  if (!first) return {};
  const sum = (of: (usage: ModelUsage) => number): number => told.reduce((all, usage) => all + of(usage), 0);
  const isPriced = told.every(({ costUsd }) => costUsd !== undefined);
  return {
    usage: {
      model: first.model,
      calls: sum(({ calls }) => calls),
      inputTokens: sum(({ inputTokens }) => inputTokens),
      outputTokens: sum(({ outputTokens }) => outputTokens),
      ...(isPriced && { costUsd: sum(({ costUsd }) => costUsd ?? 0) }),
    },
  };
}

/** Whether an error is a failure of the engine. Any other error is a bug. */
const isEngineFailure = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && error.code.startsWith('engine-');

/** How items of one kind are judged: alone, beside those already taken, and by how many may have a flaw. */
interface Judge<Draft> {
  check(draft: Draft): CheckId[];
  /** The check that fails where an item repeats one that was taken or that the learner has. */
  repeats(draft: Draft, taken: readonly Draft[]): CheckId | undefined;
  weaknesses(draft: Draft): CheckId[];
}

/** Takes items that pass, up to a number, and keeps the refused ones with their reasons. */
class Selection<Draft> {
  readonly taken: Draft[] = [];
  readonly refusals: Refusals = {};
  private refused: Refused<Draft>[] = [];
  private readonly weak = new Map<CheckId, number>();
  private readonly asked: number;
  private readonly judge: Judge<Draft>;

  constructor(asked: number, judge: Judge<Draft>) {
    this.asked = asked;
    this.judge = judge;
  }

  get missing(): number {
    return Math.max(0, this.asked - this.taken.length);
  }

  offer(drafts: readonly Draft[]): void {
    for (const draft of drafts) {
      if (this.missing === 0) return;
      const failed = this.judge.check(draft);
      const repeated = this.judge.repeats(draft, this.taken);
      if (repeated) failed.push(repeated);
      const weaknesses = this.judge.weaknesses(draft);
      failed.push(...weaknesses.filter((id) => (this.weak.get(id) ?? 0) + 1 > Math.floor(this.asked * (shares[id] ?? 1))));
      if (failed.length === 0) {
        this.taken.push(draft);
        for (const id of weaknesses) this.weak.set(id, (this.weak.get(id) ?? 0) + 1);
      } else {
        count(this.refusals, failed);
        this.refused.push({ draft, reasons: [...new Set(failed)].map((id) => reasons[id]) });
      }
    }
  }

  /** The items to repair: what was refused since the last call, at most two more than are missing. */
  takeRefused(): Refused<Draft>[] {
    const list = this.refused.slice(0, this.missing + 2);
    this.refused = [];
    return this.missing > 0 ? list : [];
  }
}

interface Made<Draft> {
  drafts: Draft[];
  limitation?: string | undefined;
  usage?: ModelUsage | undefined;
}

/**
 * Fills a selection: with the engine's own items, then with those that it repairs once, then with those of the fallback, marked. A failure of
 * the engine at its first call is thrown; a failed repair is not, because the first items are kept.
 */
async function gather<Draft extends { generatedBy?: string }>(
  selection: Selection<Draft>,
  steps: {
    make: () => Promise<Made<Draft>>;
    repair: ((refused: Refused<Draft>[]) => Promise<Made<Draft>>) | undefined;
    fallback: { name: string; make: (taken: readonly Draft[]) => Promise<Made<Draft>> } | undefined;
  },
  replaced: (number: number) => string,
): Promise<Generated> {
  const first = await steps.make();
  selection.offer(first.drafts);
  const usages = [first.usage];
  const limitations = [first.limitation];
  const refused = selection.takeRefused();
  if (steps.repair && refused.length > 0) {
    try {
      const repaired = await steps.repair(refused);
      usages.push(repaired.usage);
      selection.offer(repaired.drafts);
    } catch (error) {
      if (!isEngineFailure(error)) throw error;
    }
  }
  if (steps.fallback && selection.missing > 0) {
    const { name, make } = steps.fallback;
    const before = selection.taken.length;
    const { drafts } = await make(selection.taken);
    selection.offer(drafts.map((draft) => ({ ...draft, generatedBy: name })));
    const number = selection.taken.length - before;
    if (number > 0) limitations.push(replaced(number));
  }
  const limitation = limitations.filter((one) => one !== undefined && one !== '').join(' ');
  return { refusals: selection.refusals, ...(limitation !== '' && { limitation }), ...sumOf(usages) };
}

function nearTextsOf(texts: readonly string[], least: number): NearTexts {
  const near = new NearTexts(least, texts);
  for (const text of texts) near.add(text);
  return near;
}

/** The fallback, unless it is the engine itself. */
const otherThan = (engine: StudyContentEngine, { fallback }: GateOptions): StudyContentEngine | undefined =>
  fallback && fallback.name !== engine.name ? fallback : undefined;

/** Options for the fallback: it needs no network, so the model's time limit does not apply. */
const withoutSignal = <Options extends EngineOptions>({ signal: _signal, ...options }: Options): Omit<Options, 'signal'> => options;

/**
 * Makes a quiz of questions that pass every check. Refused questions are sent back once with the reasons, then replaced by the fallback's and
 * marked, or dropped and counted. A quiz is never padded.
 *
 * @throws TooLittleMaterialError when fewer than three are left; the engine's own error when its first call fails.
 */
export async function generateQuiz(
  engine: StudyContentEngine,
  source: Source,
  options: QuizOptions,
  gate: GateOptions = {},
): Promise<GeneratedQuiz> {
  const avoided = options.avoidStems ?? [];
  const avoidedStems = new Set(avoided.map(fold));
  const nearAvoided = nearTextsOf(avoided, nearStem);
  // After "regenerate" a tenth may be similar to earlier questions, none equal.
  let nearLeft = Math.floor(options.count * mostNear);
  const selection = new Selection<DraftQuestion>(options.count, {
    check: (draft) => checkQuestion(draft, source),
    repeats: (draft, taken) => {
      if (taken.some((other) => isSameQuestion(other, draft)) || avoidedStems.has(fold(draft.question))) return 'no-filler';
      if (!nearAvoided.has(draft.question)) return undefined;
      nearLeft -= 1;
      return nearLeft < 0 ? 'no-filler' : undefined;
    },
    weaknesses: weaknessesOf,
  });
  const fallback = otherThan(engine, gate);
  const made = await gather(
    selection,
    {
      make: async () => {
        const { questions, ...rest } = await engine.quiz(source, options);
        return { drafts: questions, ...rest };
      },
      repair: engine.repairQuestions
        ? async (refused) => {
            const { questions, ...rest } = (await engine.repairQuestions?.(source, refused, options)) ?? { questions: [] };
            return { drafts: questions, ...rest };
          }
        : undefined,
      fallback: fallback && {
        name: fallback.name,
        make: async (taken) => {
          const stems = [...avoided, ...taken.map(({ question }) => question)];
          const { questions } = await fallback.quiz(source, { ...withoutSignal(options), avoidStems: stems });
          return { drafts: questions };
        },
      },
    },
    (number) =>
      `${number} of ${selection.taken.length} questions ${number === 1 ? 'was' : 'were'} made by the offline engine, because too few of the language model’s own passed the checks.`,
  );
  const questions = selection.taken;
  if (questions.length < Math.min(fewestItems, options.count)) throw new TooLittleMaterialError(tooLittleFor('a quiz', source), made);
  const shortfall = shortfallOf(options.count, questions.length, 'question', 'questions');
  return { questions, ...made, ...(shortfall ? { shortfall } : {}) };
}

/**
 * Makes cards that pass every check and repeat none of `avoidFronts`; refused cards are repaired, replaced or dropped like questions.
 *
 * @throws TooLittleMaterialError when there are fewer than three; with `avoidFronts`, when there is none.
 */
export async function generateCards(
  engine: StudyContentEngine,
  source: Source,
  options: CardOptions,
  gate: GateOptions = {},
): Promise<GeneratedCards> {
  const avoided = options.avoidFronts ?? [];
  const nearAvoided = nearTextsOf(avoided, nearFront);
  const selection = new Selection<DraftCard>(options.count, {
    check: (draft) => checkCard(draft, source),
    repeats: (draft, taken) =>
      taken.some((other) => isSameCard(other, draft)) || nearAvoided.has(draft.front) ? 'distinct-cards' : undefined,
    weaknesses: weaknessesOfCard,
  });
  const fallback = otherThan(engine, gate);
  const made = await gather(
    selection,
    {
      make: async () => {
        const { cards, ...rest } = await engine.cards(source, options);
        return { drafts: cards, ...rest };
      },
      repair: engine.repairCards
        ? async (refused) => {
            const { cards, ...rest } = (await engine.repairCards?.(source, refused, options)) ?? { cards: [] };
            return { drafts: cards, ...rest };
          }
        : undefined,
      fallback: fallback && {
        name: fallback.name,
        make: async (taken) => {
          const fronts = [...avoided, ...taken.map(({ front }) => front)];
          return { drafts: (await fallback.cards(source, { ...withoutSignal(options), avoidFronts: fronts })).cards };
        },
      },
    },
    (number) =>
      `${number} of ${selection.taken.length} cards ${number === 1 ? 'was' : 'were'} made by the offline engine, because too few of the language model’s own passed the checks.`,
  );
  const cards = selection.taken;
  const least = avoided.length > 0 ? 1 : fewestItems;
  if (cards.length < Math.min(least, options.count))
    throw new TooLittleMaterialError(
      avoided.length > 0 ? 'The material supports no further cards.' : tooLittleFor('flashcards', source),
      made,
    );
  const shortfall = shortfallOf(
    options.count,
    cards.length,
    avoided.length > 0 ? 'more card' : 'card',
    avoided.length > 0 ? 'more cards' : 'cards',
  );
  return { cards, ...made, ...(shortfall ? { shortfall } : {}) };
}

/** Limitations that the learner sees. */
const replacedGuide = 'The language model’s guide did not pass the checks against your material, so the offline engine made this one.';
const unstyledGuide = 'This material could not be put into the form that was asked for: the guide has its usual form.';

/**
 * Makes a guide that passes every check. A few failing statements are left out; a guide that fails otherwise is sent back once with the
 * reasons, then made by the fallback and marked.
 *
 * @throws TooLittleMaterialError when the source has no text, or no guide passes; the engine's own error when its first call fails.
 */
export async function generateGuide(
  engine: StudyContentEngine,
  source: Source,
  options: EngineOptions,
  gate: GateOptions = {},
): Promise<GeneratedGuide> {
  const refusals: Refusals = {};
  if (!source.passages.some(({ text }) => /[\p{L}\p{N}]/u.test(text)))
    throw new TooLittleMaterialError('There is no readable text in this material.');
  const usages: (ModelUsage | undefined)[] = [];

  /** The guide, without failing statements if these are few; else the checks that it fails. */
  const judged = (made: Guide, { style = options.stylePreference, isLast = false } = {}): { passed: Guide } | { failed: CheckId[] } => {
    const guide = addLostFacts(made, source, options.stylePreference);
    // The last guide may lose facts: better than none.
    const failed = checkGuide(guide, source, style).filter((id) => !isLast || id !== 'facts-kept');
    if (failed.length === 0) return { passed: guide };
    count(refusals, failed);
    const rest = isLast ? withoutFailing(guide, source, mostFailingOfLast) : withoutFailing(guide, source);
    return rest && checkGuide(rest, source, style).every((id) => isLast && id === 'facts-kept') ? { passed: rest } : { failed };
  };
  const result = ({ usage: _usage, ...guide }: Guide, generatedBy?: string): GeneratedGuide => ({
    guide,
    refusals,
    ...sumOf(usages),
    ...(generatedBy !== undefined && { generatedBy }),
  });

  const first = await engine.guide(source, options);
  usages.push(first.usage);
  const verdict = judged(first);
  if ('passed' in verdict) return result(verdict.passed);
  if (engine.repairGuide) {
    try {
      const second = await engine.repairGuide(source, { draft: first, reasons: verdict.failed.map((id) => reasons[id]) }, options);
      usages.push(second.usage);
      const again = judged(second);
      if ('passed' in again) return result(again.passed);
    } catch (error) {
      if (!isEngineFailure(error)) throw error;
    }
  }
  const fallback = otherThan(engine, gate);
  if (fallback) {
    const replaced = judged(await fallback.guide(source, withoutSignal(options)));
    if ('passed' in replaced) {
      const limitation = [replacedGuide, replaced.passed.limitation].filter((one) => one !== undefined).join(' ');
      return result({ ...replaced.passed, limitation }, fallback.name);
    }
  }
  // Any readable text makes a guide, at least in the usual form.
  const plain = await (fallback ?? engine).guide(source, {});
  const last = judged(plain, { style: '', isLast: true });
  if ('passed' in last)
    return result(
      { ...last.passed, limitation: [unstyledGuide, last.passed.limitation].filter((one) => one !== undefined).join(' ') },
      fallback?.name,
    );
  throw new TooLittleMaterialError('No guide could be made from this material that keeps to it. Please try again.', {
    refusals,
    ...sumOf(usages),
  });
}
