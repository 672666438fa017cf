import type { Citation, Source } from '@lectern/contracts';
import { fullStops, referenceLabel } from '@lectern/contracts/plain';
import type {
  CardOptions,
  DraftCard,
  DraftQuestion,
  Drafts,
  EngineOptions,
  Refused,
  StudyContentEngine,
} from '../../StudyContentEngine.ts';
import { appliedOf, wantsApplied } from '../../text/appliedQuestions.ts';
import { hasSeveralDocuments } from '../../text/pointers.ts';
import { type AppliedOptions, type CardAnswer, cardsShape, isApplied, type QuestionAnswer, quizShape } from './answers.ts';
import { createJob, type Job, maxItemsPerCall, requestItems, tokenBudgetFor } from './modelRequests.ts';
import { citationOf } from './citations.ts';
import { EngineError } from './EngineError.ts';
import { writeGuide } from './writeGuide.ts';
import { messageOf, type Part, partAbout, textOf } from './material.ts';
import { type ModelClient, modelClient } from './modelClient.ts';
import { cardsPrompt, quizPrompt, refusedCards, refusedQuestions, repairCardsPrompt, repairQuizPrompt } from './prompts.ts';
import type { KnownOfServer } from './ServerCapabilities.ts';
import type { Dependencies, OpenaiSettings } from './settings.ts';

export { EngineError, type EngineErrorCode } from './EngineError.ts';
export { ExchangeError, type Exchange, type ModelRequest } from './settings.ts';
export type { Dependencies, OpenaiSettings } from './settings.ts';
export type { KnownOfServer } from './ServerCapabilities.ts';

/** The real clock, randomness and timers. */
export const realDependencies: Dependencies = {
  now: () => Date.now(),
  random: () => Math.random(),
  sleep: (milliseconds, signal) =>
    new Promise((resolve, reject) => {
      signal.throwIfAborted();
      const stop = (): void => {
        clearTimeout(timer);
        reject(signal.reason instanceof Error ? signal.reason : new DOMException('The task was aborted.', 'AbortError'));
      };
      const timer = setTimeout(() => {
        signal.removeEventListener('abort', stop);
        resolve();
      }, milliseconds);
      signal.addEventListener('abort', stop, { once: true });
    }),
};

/** Describes requests for one kind of item. */
interface ItemKind<Answer, Draft extends { source: Citation }, Options extends EngineOptions> {
  /** Expected tokens per item. */
  tokens: number;
  /** Extra items to request, since the gate refuses some. */
  spare: number;
  promptOf(source: Source, options: Options, count: number, given: readonly Draft[]): string;
  repairPromptOf(source: Source, options: Options, count: number): string;
  /** Formats refused drafts with their reasons. */
  refusedAsText(refused: Refused<Draft>[]): string;
  callModel(question: Omit<Parameters<ModelClient>[0], 'name' | 'schema' | 'list'>): Promise<unknown>;
  draftOf(source: Source, answer: Answer): Draft;
}

const stopAtEnd = new RegExp(`[${fullStops}]$`, 'u');

/** Removes full stops if only some options have one, because that would be a cue. */
function withEqualEnds({ answer, distractors, ...rest }: QuestionAnswer): QuestionAnswer {
  const texts = [answer, ...distractors.map(({ text }) => text)];
  const stops = texts.filter((text) => stopAtEnd.test(text.trim())).length;
  const plain = (text: string): string => (stops > 0 && stops < texts.length ? text.trim().replace(stopAtEnd, '') : text.trim());
  return { ...rest, answer: plain(answer), distractors: distractors.map((each) => ({ ...each, text: plain(each.text) })) };
}

/** Converts the model's question. Rationales get the places of their options. */
function draftQuestion(source: Source, answer: QuestionAnswer): DraftQuestion {
  const { level: _level, distractors, source: cited, ...question } = withEqualEnds(answer);
  const citation = citationOf(source, cited);
  const placeAt = (number: number): string => {
    const passage = source.passages[number - 1];
    return passage ? ` (${referenceLabel(passage.pointer, hasSeveralDocuments(source))})` : '';
  };
  return {
    ...question,
    distractors: distractors.map(({ text, rationale, passage }) => ({ text, rationale: `${rationale.trim()}${placeAt(passage)}` })),
    answerRationale: `“${citation.quote}”${placeAt(cited.passage)}`,
    isApplied: isApplied(source, answer),
    source: citation,
  };
}

/** Requests for making and repairing one kind of item. */
function itemRequests<
  Answer,
  Draft extends { source: Citation },
  Options extends EngineOptions & { count: number; accept?: (draft: Draft) => void },
>(callModel: ModelClient, kind: ItemKind<Answer, Draft, Options>) {
  return {
    /**
     * Requests items and passes each on as it arrives. If a single call suffices, it requests a few extra.
     *
     * @returns all items
     */
    make: (job: Job, source: Source, options: Options, wanted = options.count): Promise<Draft[]> => {
      const count =
        wanted === options.count && maxItemsPerCall(callModel, kind.tokens) >= wanted + kind.spare ? wanted + kind.spare : wanted;
      const promptOf = (quota: number, given: readonly Draft[]): string => kind.promptOf(source, options, quota, given);
      const callOnce = async (part: Part, quota: number, given: readonly Draft[]): Promise<Draft[]> => {
        const drafts: Draft[] = [];
        await kind.callModel({
          ...job,
          system: promptOf(quota, given),
          user: messageOf(source, textOf(part)),
          answerTokens: quota * kind.tokens,
          enough: quota,
          onElement: (element) => {
            const draft = kind.draftOf(source, element as Answer);
            drafts.push(draft);
            options.accept?.(draft);
          },
        });
        return drafts;
      };
      return requestItems(callModel, job, source, { count, tokens: kind.tokens, promptOf }, callOnce);
    },

    async repair(job: Job, source: Source, refused: Refused<Draft>[], options: Options): Promise<Draft[]> {
      const prompt = kind.repairPromptOf(source, options, refused.length);
      const text = kind.refusedAsText(refused);
      const answerTokens = refused.length * kind.tokens;
      const part = partAbout(
        source,
        refused.map(({ draft }) => draft.source),
        tokenBudgetFor(callModel.contextTokens, prompt + text, answerTokens),
      );
      const drafts: Draft[] = [];
      await kind.callModel({
        ...job,
        system: prompt,
        user: `${messageOf(source, textOf(part))}\n${text}`,
        answerTokens,
        enough: refused.length,
        onElement: (element) => drafts.push(kind.draftOf(source, element as Answer)),
      });
      return drafts;
    },
  };
}

const questionRequests = (callModel: ModelClient) =>
  itemRequests<QuestionAnswer, DraftQuestion, AppliedOptions>(callModel, {
    tokens: 450,
    spare: 2,
    promptOf: (source, options, count, given) =>
      quizPrompt(source, { ...options, avoidStems: [...(options.avoidStems ?? []), ...given.map(({ question }) => question)] }, count),
    repairPromptOf: repairQuizPrompt,
    refusedAsText: refusedQuestions,
    callModel: (question) => callModel({ ...quizShape, ...question }),
    draftOf: draftQuestion,
  });

const cardRequests = (callModel: ModelClient) =>
  itemRequests<CardAnswer, DraftCard, CardOptions>(callModel, {
    tokens: 120,
    spare: 3,
    promptOf: (source, options, count, given) =>
      cardsPrompt(source, { ...options, avoidFronts: [...(options.avoidFronts ?? []), ...given.map(({ front }) => front)] }, count),
    repairPromptOf: repairCardsPrompt,
    refusedAsText: refusedCards,
    callModel: (question) => callModel({ ...cardsShape, ...question }),
    draftOf: (source, answer) => ({ ...answer, source: citationOf(source, answer.source) }),
  });

/** An engine that uses a language model through the official SDK: guides by section, items in batches. */
export interface ModelEngine extends StudyContentEngine {
  callModel: ModelClient;
  /** What is known about the server, for the next task. */
  readonly known: KnownOfServer;
}

/** Creates the model engine. Material that exceeds the context is split; the time limit applies to a whole job. */
export function openaiEngine(settings: OpenaiSettings, dependencies: Dependencies = realDependencies): ModelEngine {
  const callModel = modelClient(settings, dependencies);
  const name = `openai:${settings.model}`;
  const questions = questionRequests(callModel);
  const cards = cardRequests(callModel);

  /** Runs a job and adds its usage to the result or the error. */
  const withJob = async <Made extends object>(options: EngineOptions, run: (job: Job) => Promise<Made>): Promise<Made> => {
    const job = createJob(settings, dependencies, options);
    try {
      return { ...(await run(job)), usage: job.meter.total() };
    } catch (error) {
      if (error instanceof EngineError) error.usage = job.meter.total();
      throw error;
    }
  };

  /** Generates a quiz. If too few questions go beyond recall, requests more once; a failure of that is ignored. */
  const makeQuestions = async (job: Job, source: Source, options: AppliedOptions): Promise<DraftQuestion[]> => {
    const made = await questions.make(job, source, options);
    const missing = appliedOf(Math.min(made.length, options.count)) - made.filter((draft) => draft.isApplied).length;
    if (!wantsApplied(options) || missing <= 0 || job.signal.aborted) return made;
    const avoidStems = [...(options.avoidStems ?? []), ...made.map(({ question }) => question)];
    try {
      return [...made, ...(await questions.make(job, source, { ...options, avoidStems, isAppliedOnly: true }, missing))];
    } catch (error) {
      if (error instanceof EngineError) return made;
      throw error;
    }
  };
  /** Items passed to `accept` are not returned again. */
  const unless = <Draft>(isTaken: boolean, drafts: Draft[]): Draft[] => (isTaken ? [] : drafts);

  return {
    name,
    itemOrder: 'lecture',
    callModel,
    get known() {
      return callModel.known;
    },

    guide: (source, options) => {
      const { outline } = options;
      if (!outline) throw new EngineError('engine-refused', 'The model engine needs an outline to write a guide.');
      return withJob(options, (job) => writeGuide(callModel, job, source, outline, options, name));
    },

    quiz: (source, options): Promise<Drafts<DraftQuestion>> =>
      withJob(options, async (job) => ({ drafts: unless(options.accept !== undefined, await makeQuestions(job, source, options)) })),
    repairQuestions: (source, refused, options) =>
      withJob(options, async (job) => ({ drafts: await questions.repair(job, source, refused, options) })),

    cards: (source, options): Promise<Drafts<DraftCard>> =>
      withJob(options, async (job) => ({ drafts: unless(options.accept !== undefined, await cards.make(job, source, options)) })),
    repairCards: (source, refused, options) =>
      withJob(options, async (job) => ({ drafts: await cards.repair(job, source, refused, options) })),
  };
}
