import type { Citation, Passage, Source } from '@lectern/contracts';
import type { DraftCard, DraftQuestion, EngineOptions, Refused, StudyContentEngine } from '../../StudyContentEngine.ts';
import { passageAt, placeOf } from '../../text/pointers.ts';
import { cardsShape, quizShape, type CardAnswer, type QuestionAnswer } from './answers.ts';
import { askForItems, roomFor } from './askParts.ts';
import { citationOf } from './citations.ts';
import { createJob, type Job } from './Job.ts';
import { makeGuide } from './makeGuide.ts';
import { messageOf, partsOf, type Part } from './material.ts';
import { modelClient, type AskModel } from './modelClient.ts';
import { cardsPrompt, quizPrompt, reasonsOf, refusedCards, refusedQuestions, repairCardsPrompt, repairQuizPrompt } from './prompts.ts';
import type { Dependencies, OpenaiSettings } from './settings.ts';

export { EngineError, type EngineErrorCode } from './EngineError.ts';
export type { OpenaiSettings } from './settings.ts';

const defaultContextTokens = 128_000;

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

/** Makes the ends of options equal: a full stop after only some of them would be a cue. */
function withEqualEnds({ answer, distractors, ...rest }: QuestionAnswer): QuestionAnswer {
  const texts = [answer, ...distractors.map(({ text }) => text)];
  const stops = texts.filter((text) => /[.。]$/u.test(text.trim())).length;
  const plain = (text: string): string => (stops > 0 && stops < texts.length ? text.trim().replace(/[.。]$/u, '') : text.trim());
  return { ...rest, answer: plain(answer), distractors: distractors.map(({ text, rationale }) => ({ text: plain(text), rationale })) };
}

/** The passages that refused items cite, with those around them as far as they fit. */
function partAbout(source: Source, cited: readonly Citation[], room: number): Part {
  const places = new Set(cited.filter((citation) => passageAt(source, citation.pointer)).map(({ pointer }) => placeOf(pointer)));
  const isNear = (passage: Passage, reach: number): boolean =>
    places.size === 0 ||
    Array.from({ length: 2 * reach + 1 }, (_, step) => placeOf(passage.pointer) - reach + step).some((place) => places.has(place));
  for (const reach of [2, 1, 0]) {
    const parts = partsOf(source, room, (passage) => isNear(passage, reach));
    if (parts.length === 1 && parts[0]) return parts[0];
  }
  return partsOf(source, room, (passage) => isNear(passage, 0))[0] ?? { lines: [], tokens: 0, from: 0, to: 0 };
}

/** The requests to the model for items of one kind: to make and to repair them. */
function itemRequests<Answer, Draft extends { source: Citation }, Options extends EngineOptions & { count: number }>(
  kind: ItemKind<Answer, Draft, Options>,
  contextTokens: number,
) {
  const askFor = async (job: Job, system: string, user: string, count: number): Promise<Answer[]> =>
    kind.ask({ ...job, system, user, enough: count, mostCharacters: (count + 2) * kind.mostCharacters });
  return {
    async make(job: Job, source: Source, options: Options): Promise<Draft[]> {
      const promptOf = (count: number): string => kind.promptOf(source, options, count);
      const request = { count: options.count + kind.spare, tokens: kind.tokens, promptOf, contextTokens };
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

/**
 * The engine that asks a language model over the official SDK. Material beyond the model's context window is read in parts, and the answers
 * are merged. The limits on time hold over all calls for one guide, quiz or deck (`generationDeadlines`).
 */
export function openaiEngine(settings: OpenaiSettings, dependencies: Dependencies = realDependencies): StudyContentEngine {
  const ask = modelClient(settings, dependencies);
  const contextTokens = settings.contextTokens ?? defaultContextTokens;
  const jobOf = (options: EngineOptions, kind: 'draft' | 'repair' = 'draft'): Job => createJob(settings, dependencies, options, kind);

  const questions = itemRequests(
    {
      tokens: 600,
      mostCharacters: 4_000,
      spare: 2,
      promptOf: quizPrompt,
      repairPromptOf: repairQuizPrompt,
      refusedAsText: refusedQuestions,
      ask: async (question) => (await ask({ ...quizShape, ...question })).questions,
      draftOf: (source, answer: QuestionAnswer): DraftQuestion => ({
        ...withEqualEnds(answer),
        source: citationOf(source, answer.source),
      }),
    },
    contextTokens,
  );
  const cards = itemRequests(
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

  return {
    name: `openai:${settings.model}`,

    guide: (source, options) => makeGuide(ask, contextTokens, source, options, jobOf(options), []),
    repairGuide: (source, refused, options) => makeGuide(ask, contextTokens, source, options, jobOf(options, 'repair'), reasonsOf(refused)),

    async quiz(source, options) {
      const job = jobOf(options);
      return { questions: await questions.make(job, source, options), usage: job.meter.total() };
    },
    async repairQuestions(source, refused, options) {
      const job = jobOf(options, 'repair');
      return { questions: await questions.repair(job, source, refused, options), usage: job.meter.total() };
    },

    async cards(source, options) {
      const job = jobOf(options);
      return { cards: await cards.make(job, source, options), usage: job.meter.total() };
    },
    async repairCards(source, refused, options) {
      const job = jobOf(options, 'repair');
      return { cards: await cards.repair(job, source, refused, options), usage: job.meter.total() };
    },
  };
}
