import type { Citation, Passage, Source } from '@lectern/contracts';
import type {
  CardOptions,
  DraftCard,
  DraftDeck,
  DraftQuestion,
  DraftQuiz,
  EngineOptions,
  Guide,
  QuizOptions,
  Refused,
  StudyContentEngine,
} from '../../StudyContentEngine.ts';
import { passageAt, placeOf } from '../../text/pointers.ts';
import { cardsShape, GuideAnswer, OverviewAnswer, quizShape, type CardAnswer, type Cited, type QuestionAnswer } from './answers.ts';
import { modelClient, TooLongError, type Question } from './askModel.ts';
import { EngineError } from './EngineError.ts';
import { estimateTokens, halvesOf, messageOf, partsOf, quotasOf, spread, type Part } from './material.ts';
import {
  cardsPrompt,
  guidePrompt,
  overviewPrompt,
  quizPrompt,
  reasonsOf,
  refusedCards,
  refusedQuestions,
  repairCardsPrompt,
  repairQuizPrompt,
} from './prompts.ts';
import { mergeGuides, renderGuide } from './renderGuide.ts';
import { repairQuote } from './repairQuote.ts';
import type { OpenaiSettings, Dependencies } from './settings.ts';
import { usageMeter, type UsageMeter } from './usage.ts';

export { EngineError, type EngineErrorCode } from './EngineError.ts';
export type { OpenaiSettings } from './settings.ts';

/** Tokens of an answer's item, generously. */
const questionTokens = 600;
const cardTokens = 150;
/** A guide of more material than this at once takes a model longer than a learner waits; its parts are written side by side. */
const guidePartTokens = 8_000;
/** More calls for one thing than this would cost more than it is worth. */
const mostParts = 16;
const callsAtOnce = 4;
const defaultContextTokens = 128_000;
const defaultTotalMs = 105_000;

/** What all calls for one guide, quiz or deck share. */
interface Job extends Pick<Question<unknown>, 'deadline' | 'meter'> {
  signal: AbortSignal;
  /** Ends every call that is still running. */
  giveUp(): void;
}

const realDependencies: Dependencies = {
  now: () => Date.now(),
  random: () => Math.random(),
  sleep: (milliseconds, signal) =>
    new Promise((resolve, reject) => {
      signal.throwIfAborted();
      const stop = (): void => {
        clearTimeout(timer);
        reject(signal.reason instanceof Error ? signal.reason : new DOMException('The task was given up.', 'AbortError'));
      };
      const timer = setTimeout(() => {
        signal.removeEventListener('abort', stop);
        resolve();
      }, milliseconds);
      signal.addEventListener('abort', stop, { once: true });
    }),
};

/** A passage's number and a quote as a citation; a number that does not exist points nowhere, and the gate refuses it. */
function citationOf(source: Source, { passage: number, quote }: Cited): Citation {
  const passage = source.passages[number - 1];
  return passage
    ? { pointer: passage.pointer, quote: repairQuote(passage.text, quote) ?? quote }
    : { pointer: { kind: 'text', paragraph: Number.MAX_SAFE_INTEGER }, quote };
}

/** A full stop behind some of the options tells nothing but how the model writes. */
function withEqualEnds({ answer, distractors, ...rest }: QuestionAnswer): QuestionAnswer {
  const texts = [answer, ...distractors.map(({ text }) => text)];
  const stops = texts.filter((text) => /[.。]$/u.test(text.trim())).length;
  const plain = (text: string): string => (stops > 0 && stops < texts.length ? text.trim().replace(/[.。]$/u, '') : text.trim());
  return { ...rest, answer: plain(answer), distractors: distractors.map(({ text, rationale }) => ({ text: plain(text), rationale })) };
}

/**
 * The engine that asks a language model over the official SDK. Material beyond the model's window is read in parts, and
 * what comes of them is merged; every limit on time holds over all of it.
 */
export function openaiEngine(settings: OpenaiSettings, dependencies: Dependencies = realDependencies): StudyContentEngine {
  const ask = modelClient(settings, dependencies);
  const contextTokens = settings.contextTokens ?? defaultContextTokens;
  const totalMs = settings.totalTimeoutMs ?? defaultTotalMs;

  /** A second try gets half of the time of a first. */
  const jobOf = ({ signal }: EngineOptions, share = 1): Job => {
    const own = new AbortController();
    return {
      deadline: dependencies.now() + totalMs * share,
      meter: usageMeter(settings),
      signal: signal ? AbortSignal.any([signal, own.signal]) : own.signal,
      giveUp: () => {
        own.abort();
      },
    };
  };
  /** How much material fits beside a prompt and the answer to it. */
  const roomFor = (prompt: string, answerTokens: number): number => {
    const room = Math.floor((contextTokens - estimateTokens(prompt) - answerTokens) * 0.9);
    if (room < 200)
      throw new EngineError('engine-unavailable', 'The context window set for the language model is too small for this task.');
    return room;
  };

  /** Asks about each part, some at a time, in their order; a part that is too long after all is asked about in halves. */
  async function eachPart<Answer>(job: Job, parts: Part[], work: (part: Part, index: number) => Promise<Answer>): Promise<Answer[]> {
    const answers: Answer[][] = parts.map(() => []);
    const one = async (part: Part, index: number): Promise<Answer[]> => {
      try {
        return [await work(part, index)];
      } catch (error) {
        const halves = error instanceof TooLongError ? halvesOf(part) : undefined;
        if (halves) return [...(await one(halves[0], index)), ...(await one(halves[1], index))];
        throw error;
      }
    };
    let next = 0;
    const worker = async (): Promise<void> => {
      for (let index = next++; index < parts.length; index = next++) {
        const part = parts[index];
        if (part) answers[index] = await one(part, index);
      }
    };
    try {
      await Promise.all(Array.from({ length: Math.min(callsAtOnce, parts.length) }, worker));
    } catch (error) {
      // What is still being written would be thrown away.
      job.giveUp();
      throw error;
    }
    return answers.flat();
  }

  /**
   * So many items, each part of the material giving its share. A part whose call fails gives none, as long as another
   * gives some: the gate fills up what is missing and says so.
   */
  async function items<Answer>(
    job: Job,
    source: Source,
    { count, tokens, promptOf }: { count: number; tokens: number; promptOf: (count: number) => string },
    work: (part: Part, quota: number) => Promise<Answer[]>,
  ): Promise<Answer[]> {
    const parts = partsOf(source, roomFor(promptOf(count), Math.min(count * tokens, contextTokens / 3)));
    const quotas = quotasOf(parts, count);
    const asked = parts.flatMap((part, index) => {
      const quota = quotas[index] ?? 0;
      return quota > 0 ? [{ part, quota }] : [];
    });
    const failures: EngineError[] = [];
    const lists = await eachPart(
      job,
      asked.map(({ part }) => part),
      async (part, index) => {
        try {
          return await work(part, asked[index]?.quota ?? count);
        } catch (error) {
          if (!(error instanceof EngineError) || error instanceof TooLongError) throw error;
          failures.push(error);
          return [];
        }
      },
    );
    const [failure] = failures;
    if (failure && failures.length >= asked.length) throw failure;
    return spread(lists);
  }

  const questionOf = (source: Source, answer: QuestionAnswer): DraftQuestion => ({
    ...withEqualEnds(answer),
    source: citationOf(source, answer.source),
  });
  const cardOf = (source: Source, answer: CardAnswer): DraftCard => ({ ...answer, source: citationOf(source, answer.source) });

  const quizCall = (job: Job, system: string, user: string, enough: number) =>
    ask({ ...quizShape, ...job, system, user, enough, mostCharacters: (enough + 2) * 4_000 });
  const cardsCall = (job: Job, system: string, user: string, enough: number) =>
    ask({ ...cardsShape, ...job, system, user, enough, mostCharacters: (enough + 2) * 1_500 });

  async function guideOf(source: Source, options: EngineOptions, job: Job, reasons: readonly string[]): Promise<Guide> {
    const prompt = guidePrompt(source, options, reasons);
    // What comes out may be as long as what goes in, with its quotes around it.
    const room = Math.floor(roomFor(prompt, contextTokens / 2));
    const all = partsOf(source, Math.min(room, guidePartTokens));
    const parts =
      all.length <= mostParts
        ? all
        : partsOf(source, Math.min(room, Math.ceil(all.reduce((sum, { tokens }) => sum + tokens, 0) / (mostParts - 1))));
    const read = parts.slice(0, mostParts);
    const answers = await eachPart(job, read, (part) =>
      ask({
        name: 'guide',
        schema: GuideAnswer,
        ...job,
        system: prompt,
        user: messageOf(source, part),
        mostCharacters: 6_000 + part.tokens * 12,
      }),
    );
    const whole = answers.length > 1 ? await wholeOverview(source, answers, job) : undefined;
    const guide = renderGuide(source, mergeGuides(answers, whole), options, (cited) => citationOf(source, cited));
    const last = read.at(-1);
    const unread =
      read.length < parts.length && last
        ? `The material is too long for the language model: the guide ends at ${source.passages[0]?.pointer.kind === 'slide' ? 'slide' : 'paragraph'} ${last.to}.`
        : undefined;
    const limitation = [unread, guide.limitation].filter((one) => one !== undefined).join(' ');
    return { ...guide, ...(limitation !== '' && { limitation }), usage: job.meter.total() };
  }

  /** One overview of several; theirs stand in for it where the model gives none. */
  async function wholeOverview(source: Source, answers: GuideAnswer[], job: Job): Promise<OverviewAnswer | undefined> {
    const told = answers.map(({ title, overview, sections }) =>
      JSON.stringify({ title, overview, headings: sections.map(({ heading }) => heading) }),
    );
    try {
      return await ask({
        name: 'overview',
        schema: OverviewAnswer,
        ...job,
        system: overviewPrompt(source),
        user: `<parts>\n${told.join('\n').replaceAll('<', '\\u003c')}\n</parts>`,
        mostCharacters: 6_000,
      });
    } catch (error) {
      if (error instanceof EngineError || error instanceof TooLongError) return undefined;
      throw error;
    }
  }

  /** The passages that refused items are about, and those beside them, as far as they fit. */
  function partAbout(source: Source, cited: Citation[], room: number): Part {
    const places = new Set(cited.filter((citation) => passageAt(source, citation.pointer)).map(({ pointer }) => placeOf(pointer)));
    const near = (passage: Passage, reach: number): boolean =>
      places.size === 0 ||
      Array.from({ length: 2 * reach + 1 }, (_, step) => placeOf(passage.pointer) - reach + step).some((place) => places.has(place));
    for (const reach of [2, 1, 0]) {
      const parts = partsOf(source, room, (passage) => near(passage, reach));
      if (parts.length === 1 && parts[0]) return parts[0];
    }
    return partsOf(source, room, (passage) => near(passage, 0))[0] ?? { lines: [], tokens: 0, from: 0, to: 0 };
  }

  const withUsage = (meter: UsageMeter) => ({ usage: meter.total() });

  return {
    name: `openai:${settings.model}`,

    guide: (source, options) => guideOf(source, options, jobOf(options), []),

    repairGuide: (source, refused, options) => guideOf(source, options, jobOf(options, 0.5), reasonsOf(refused)),

    async quiz(source, options): Promise<DraftQuiz> {
      const job = jobOf(options);
      const promptOf = (count: number): string => quizPrompt(source, options, count);
      const questions = await items(job, source, { count: options.count + 2, tokens: questionTokens, promptOf }, async (part, quota) =>
        (await quizCall(job, promptOf(quota), messageOf(source, part), quota)).questions.slice(0, quota),
      );
      return { questions: questions.map((answer) => questionOf(source, answer)), ...withUsage(job.meter) };
    },

    async repairQuestions(source, refused: Refused<DraftQuestion>[], options: QuizOptions): Promise<DraftQuiz> {
      const job = jobOf(options, 0.5);
      const prompt = repairQuizPrompt(source, options, refused.length);
      const told = refusedQuestions(refused);
      const part = partAbout(
        source,
        refused.map(({ draft }) => draft.source),
        roomFor(prompt + told, refused.length * questionTokens),
      );
      const { questions } = await quizCall(job, prompt, `${messageOf(source, part)}\n${told}`, refused.length);
      return { questions: questions.map((answer) => questionOf(source, answer)), ...withUsage(job.meter) };
    },

    async cards(source, options): Promise<DraftDeck> {
      const job = jobOf(options);
      const promptOf = (count: number): string => cardsPrompt(source, options, count);
      const cards = await items(job, source, { count: options.count + 3, tokens: cardTokens, promptOf }, async (part, quota) =>
        (await cardsCall(job, promptOf(quota), messageOf(source, part), quota)).cards.slice(0, quota),
      );
      return { cards: cards.map((answer) => cardOf(source, answer)), ...withUsage(job.meter) };
    },

    async repairCards(source, refused: Refused<DraftCard>[], options: CardOptions): Promise<DraftDeck> {
      const job = jobOf(options, 0.5);
      const prompt = repairCardsPrompt(source, options, refused.length);
      const told = refusedCards(refused);
      const part = partAbout(
        source,
        refused.map(({ draft }) => draft.source),
        roomFor(prompt + told, refused.length * cardTokens),
      );
      const { cards } = await cardsCall(job, prompt, `${messageOf(source, part)}\n${told}`, refused.length);
      return { cards: cards.map((answer) => cardOf(source, answer)), ...withUsage(job.meter) };
    },
  };
}
