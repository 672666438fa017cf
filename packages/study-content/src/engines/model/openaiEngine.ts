import { type Citation, fullStops, type Source } from '@lectern/contracts/plain';
import type {
  DraftCard,
  DraftDeck,
  DraftQuestion,
  DraftQuiz,
  EngineOptions,
  QuizOptions,
  Refused,
  StudyContentEngine,
} from '../../StudyContentEngine.ts';
import { cardsShape, quizShape, type CardAnswer, type QuestionAnswer } from './answers.ts';
import { askForItems, roomFor } from './askParts.ts';
import { citationOf } from './citations.ts';
import { completeApplied, isApplied, type AppliedOptions } from './completeApplied.ts';
import { createJob, type Job } from './Job.ts';
import { EngineError } from './EngineError.ts';
import { createGuideGeneration } from './makeGuide.ts';
import { messageOf } from './material.ts';
import { partAbout } from './partAbout.ts';
import { modelClient, type AskModel } from './modelClient.ts';
import { cardsPrompt, quizPrompt, refusedCards, refusedQuestions, repairCardsPrompt, repairQuizPrompt } from './prompts.ts';
import type { Dependencies, OpenaiSettings } from './settings.ts';

export { EngineError, type EngineErrorCode } from './EngineError.ts';
export { ExchangeError, type Exchange, type ModelRequest } from './Exchange.ts';
export type { OpenaiSettings } from './settings.ts';

const defaultContextTokens = 128_000;

/** The clock, randomness and waiting of a process. */
export const realDependencies: Dependencies = {
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

/** How items of one kind are asked for. */
interface ItemKind<Answer, Draft extends { source: Citation }, Options extends EngineOptions> {
  /** The expected tokens of one item in an answer, and the most characters of one in a sound answer. */
  tokens: number;
  mostCharacters: number;
  /** Items asked for beyond the number that is wanted, since the gate refuses some. */
  spare: number;
  promptOf(source: Source, options: Options, count: number): string;
  repairPromptOf(source: Source, options: Options, count: number): string;
  /** The refused drafts with their reasons, as a part of the prompt. */
  refusedAsText(refused: Refused<Draft>[]): string;
  ask(question: Omit<Parameters<AskModel>[0], 'name' | 'schema' | 'list'>): Promise<Answer[]>;
  draftOf(source: Source, answer: Answer): Draft;
}

const stopAtEnd = new RegExp(`[${fullStops}]$`, 'u');

/** Makes the ends of options equal: a full stop after only some of them would be a cue. */
function withEqualEnds({ answer, distractors, ...rest }: QuestionAnswer): QuestionAnswer {
  const texts = [answer, ...distractors.map(({ text }) => text)];
  const stops = texts.filter((text) => stopAtEnd.test(text.trim())).length;
  const plain = (text: string): string => (stops > 0 && stops < texts.length ? text.trim().replace(stopAtEnd, '') : text.trim());
  return { ...rest, answer: plain(answer), distractors: distractors.map(({ text, rationale }) => ({ text: plain(text), rationale })) };
}

/** The requests to the model for items of one kind: to make and to repair them. */
function itemRequests<Answer, Draft extends { source: Citation }, Options extends EngineOptions & { count: number }>(
  kind: ItemKind<Answer, Draft, Options>,
  contextTokens: number,
) {
  const askFor = async (job: Job, system: string, user: string, count: number): Promise<Answer[]> =>
    kind.ask({ ...job, system, user, enough: count, mostCharacters: (count + 2) * kind.mostCharacters });
  return {
    /** Asks for items, some more than are wanted if `count` is not given. */
    async make(job: Job, source: Source, options: Options, count = options.count + kind.spare): Promise<Draft[]> {
      const promptOf = (quota: number): string => kind.promptOf(source, options, quota);
      const request = { count, tokens: kind.tokens, promptOf, contextTokens };
      const answers = await askForItems(job, source, request, async (part, quota) =>
        (await askFor(job, promptOf(quota), messageOf(source, part), quota)).slice(0, quota),
      );
      return answers.map((answer) => kind.draftOf(source, answer));
    },

    async repair(job: Job, source: Source, refused: Refused<Draft>[], options: Options): Promise<Draft[]> {
      const prompt = kind.repairPromptOf(source, options, refused.length);
      const text = kind.refusedAsText(refused);
      const room = roomFor(contextTokens, prompt + text, refused.length * kind.tokens);
      const part = partAbout(
        source,
        refused.map(({ draft }) => draft.source),
        room,
      );
      const answers = await askFor(job, prompt, `${messageOf(source, part)}\n${text}`, refused.length);
      return answers.map((answer) => kind.draftOf(source, answer));
    },
  };
}

const questionRequests = (ask: AskModel, contextTokens: number) =>
  itemRequests(
    {
      tokens: 600,
      mostCharacters: 4_000,
      spare: 2,
      promptOf: (source, options: AppliedOptions, count) => quizPrompt(source, options, count),
      repairPromptOf: repairQuizPrompt,
      refusedAsText: refusedQuestions,
      ask: async (question) => (await ask({ ...quizShape, ...question })).questions,
      draftOf: (source, answer: QuestionAnswer): DraftQuestion => {
        const { level: _level, ...question } = withEqualEnds(answer);
        return { ...question, isApplied: isApplied(source, answer), source: citationOf(source, answer.source) };
      },
    },
    contextTokens,
  );

const cardRequests = (ask: AskModel, contextTokens: number) =>
  itemRequests(
    {
      tokens: 150,
      mostCharacters: 1_500,
      spare: 3,
      promptOf: cardsPrompt,
      repairPromptOf: repairCardsPrompt,
      refusedAsText: refusedCards,
      ask: async (question) => (await ask({ ...cardsShape, ...question })).cards,
      draftOf: (source, answer: CardAnswer): DraftCard => ({ ...answer, source: citationOf(source, answer.source) }),
    },
    contextTokens,
  );

/**
 * The engine that asks a language model over the official SDK. Material beyond the model's context window is read in parts, and the answers
 * are merged. The limits on time hold over all calls for one guide, quiz or deck (`generationDeadlines`).
 */
export function openaiEngine(settings: OpenaiSettings, dependencies: Dependencies = realDependencies): StudyContentEngine {
  const ask = modelClient(settings, dependencies);
  const contextTokens = settings.contextTokens ?? defaultContextTokens;

  const questions = questionRequests(ask, contextTokens);
  const cards = cardRequests(ask, contextTokens);
  const guides = createGuideGeneration(ask, contextTokens);

  /** Runs the calls of a job. A failure tells what they cost before it. */
  const withJob = async <Made>(options: EngineOptions, kind: 'draft' | 'repair', run: (job: Job) => Promise<Made>): Promise<Made> => {
    const job = createJob(settings, dependencies, options, kind);
    try {
      return await run(job);
    } catch (error) {
      if (error instanceof EngineError) error.usage = job.meter.total();
      throw error;
    }
  };
  const makeQuestions = async (job: Job, source: Source, options: QuizOptions): Promise<DraftQuestion[]> =>
    completeApplied(await questions.make(job, source, options), options, (more, count) => questions.make(job, source, more, count));
  const withQuestions = async (job: Job, drafts: Promise<DraftQuestion[]>): Promise<DraftQuiz> => ({
    questions: await drafts,
    usage: job.meter.total(),
  });
  const withCards = async (job: Job, drafts: Promise<DraftCard[]>): Promise<DraftDeck> => ({
    cards: await drafts,
    usage: job.meter.total(),
  });

  return {
    name: `openai:${settings.model}`,
    itemOrder: 'lecture',

    guide: (source, options) => withJob(options, 'draft', (job) => guides.write(job, source, options)),
    repairGuide: (source, refused, options) => withJob(options, 'repair', (job) => guides.repair(job, source, refused, options)),

    quiz: (source, options) => withJob(options, 'draft', (job) => withQuestions(job, makeQuestions(job, source, options))),
    repairQuestions: (source, refused, options) =>
      withJob(options, 'repair', (job) => withQuestions(job, questions.repair(job, source, refused, options))),

    cards: (source, options) => withJob(options, 'draft', (job) => withCards(job, cards.make(job, source, options))),
    repairCards: (source, refused, options) =>
      withJob(options, 'repair', (job) => withCards(job, cards.repair(job, source, refused, options))),
  };
}
