import {
  generationDeadlines,
  type Citation,
  type DifficultyLevel,
  type Source,
  type Suggestion,
  type SuggestionForm,
  type WeakArea,
} from '@lectern/contracts/plain';
import { DocumentError, sourceOfText } from '@lectern/documents';
import { insertLines, type LineInsertion } from './addLostLines.ts';
import type { DraftCard, DroppedItem, StudyContentEngine } from './StudyContentEngine.ts';
import { generateCards, generateGuide, generateQuiz, suggest } from './formulas.ts';
import { type GateOptions, type GeneratedGuide, type Spent, TooLittleMaterialError, usageOf } from './generate.ts';
import { generateCardsFromSeveral, generateQuizFromSeveral, type FromSource } from './generateFromSeveral.ts';
import type { Generated } from './gather.ts';
import type { OpenaiSettings } from './engines/model/openaiEngine.ts';
import { offlineEngine } from './engines/offline/offlineEngine.ts';
import { shuffleOptions, type ShuffledQuestion } from './shuffleOptions.ts';
import { formsOf } from './suggestions.ts';

/** How a quiz is made. */
interface QuizTask {
  count: number;
  stylePreference?: string;
  difficultyLevel?: DifficultyLevel;
  weakAreas?: WeakArea[];
  avoidStems?: string[];
  dropped?: DroppedItem[];
  /** 32 bits; the same seed gives the same quiz. */
  seed: number;
}
/** How cards are made. */
interface CardsTask {
  count: number;
  stylePreference?: string;
  difficultyLevel?: DifficultyLevel;
  avoidFronts?: string[];
  dropped?: DroppedItem[];
}

/** An item with the form of the fact that it was made from, where that is known. */
type Formed<Item> = Item & { form?: SuggestionForm };

/** The tasks of the worker thread. Everything in and out can be cloned between threads. */
export type ContentTask =
  | { task: 'read-text'; text: string; fileName?: string }
  | { task: 'guide'; source: Source; stylePreference?: string }
  | ({ task: 'insert-lines' } & LineInsertion)
  | { task: 'suggestions'; source: Source }
  | ({ task: 'quiz'; source: Source } & QuizTask)
  | ({ task: 'cards'; source: Source } & CardsTask)
  | ({ task: 'quiz-of-several'; sources: Source[] } & QuizTask)
  | ({ task: 'cards-of-several'; sources: Source[] } & CardsTask);

/** A task as it is sent to a thread. */
export type ThreadTask = ContentTask & { openai?: OpenaiSettings };

/** A failed task as data: the class of an error is lost between threads. */
export type ContentFailure = {
  code: 'unreadable-file' | 'unsupported-type' | 'too-little-material' | 'engine-unavailable' | 'engine-timeout' | 'engine-refused';
  message: string;
  /** Refusals and model use, for the metrics. */
  spent?: Spent;
};

export interface ContentResults {
  'read-text': { source: Source };
  guide: GeneratedGuide;
  'insert-lines': { markdown: string };
  suggestions: { suggestions: Suggestion[] };
  quiz: Generated & { questions: Formed<ShuffledQuestion>[] };
  cards: Generated & { cards: Formed<DraftCard>[] };
  'quiz-of-several': Generated & { questions: FromSource<Formed<ShuffledQuestion>>[] };
  'cards-of-several': Generated & { cards: FromSource<Formed<DraftCard>>[] };
}
export type ContentResult = { ok: ContentResults[keyof ContentResults] } | { failure: ContentFailure };

/** A generator of numbers from 0 up to 1 (mulberry32). The same seed gives the same numbers. */
const randomFrom = (seed: number) => {
  let state = seed >>> 0;
  return (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
};

const offline: StudyContentEngine = offlineEngine();
let model: Promise<StudyContentEngine> | undefined;

/** The engine of the model where one is set, else the offline one. The SDK is loaded with the first task. */
const engineFor = (openai: OpenaiSettings | undefined): StudyContentEngine | Promise<StudyContentEngine> => {
  if (!openai) return offline;
  model ??= import('./engines/model/openaiEngine.ts').then(({ openaiEngine }) => openaiEngine(openai));
  return model;
};

/** The offline engine makes what a model's items leave open. */
const gate: GateOptions = { fallback: offline };
const deadlineFor = (openai: OpenaiSettings | undefined): { signal?: AbortSignal } =>
  openai ? { signal: AbortSignal.timeout(generationDeadlines.model) } : {};

const failureCodes: readonly string[] = ['engine-unavailable', 'engine-timeout', 'engine-refused'];

/** An error of the engine or the gate as data; `undefined` for any other error, which is a bug. */
const failureOf = (error: unknown): ContentFailure | undefined => {
  if (error instanceof DocumentError)
    return { code: error.code === 'unsupported-type' ? 'unsupported-type' : 'unreadable-file', message: error.message };
  if (error instanceof TooLittleMaterialError) return { code: error.code, message: error.message, spent: error.spent };
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return error instanceof Error && failureCodes.includes(code)
    ? { code: code as ContentFailure['code'], message: error.message, spent: { refusals: {}, ...usageOf(error) } }
    : undefined;
};

/** Items with their forms. */
const withForms = async <Item extends { source: Citation; sourceIndex?: number }>(
  items: readonly Item[],
  sources: readonly Source[],
): Promise<Formed<Item>[]> => {
  const formOf: ReturnType<typeof formsOf>[] = [];
  for (const source of sources) formOf.push(formsOf(await suggest(source)));
  return items.map((item) => {
    const form = formOf[item.sourceIndex ?? 0]?.(item);
    return form === undefined ? item : { ...item, form };
  });
};

type QuizResult = ContentResults['quiz'] | ContentResults['quiz-of-several'];

/** Makes a quiz of one source or of several, with each question's options in their order. */
async function makeQuiz(
  { seed, ...task }: ContentTask & { task: 'quiz' | 'quiz-of-several' },
  openai: OpenaiSettings | undefined,
): Promise<QuizResult> {
  const random = randomFrom(seed);
  const engine = await engineFor(openai);
  if (task.task === 'quiz') {
    const { task: _task, source, ...options } = task;
    const { questions, ...rest } = await generateQuiz(engine, source, { ...options, ...deadlineFor(openai), random }, gate);
    const shuffled = questions.map((draft) => shuffleOptions(draft, random));
    return { ...rest, questions: await withForms(shuffled, [source]) };
  }
  const { task: _task, sources, ...options } = task;
  const { items, ...rest } = await generateQuizFromSeveral(engine, sources, { ...options, ...deadlineFor(openai), random }, gate);
  const shuffled = items.map((draft) => ({ ...shuffleOptions(draft, random), sourceIndex: draft.sourceIndex }));
  return { ...rest, questions: await withForms(shuffled, sources) };
}

async function run(task: ContentTask, openai: OpenaiSettings | undefined): Promise<ContentResults[keyof ContentResults]> {
  switch (task.task) {
    case 'read-text':
      return { source: sourceOfText(task.text, task.fileName) };
    case 'guide': {
      const { source, stylePreference } = task;
      const options = { ...(stylePreference !== undefined && { stylePreference }), ...deadlineFor(openai) };
      return generateGuide(await engineFor(openai), source, options, gate);
    }
    case 'insert-lines':
      return { markdown: insertLines(task) };
    case 'suggestions':
      return { suggestions: await suggest(task.source) };
    case 'quiz':
    case 'quiz-of-several':
      return makeQuiz(task, openai);
    case 'cards': {
      const { task: _task, source, ...options } = task;
      const { cards, ...rest } = await generateCards(await engineFor(openai), source, { ...options, ...deadlineFor(openai) }, gate);
      return { ...rest, cards: await withForms(cards, [source]) };
    }
    case 'cards-of-several': {
      const { task: _task, sources, ...options } = task;
      const { items, ...rest } = await generateCardsFromSeveral(
        await engineFor(openai),
        sources,
        { ...options, ...deadlineFor(openai) },
        gate,
      );
      return { ...rest, cards: await withForms(items, sources) };
    }
  }
}

/** The entry of the worker thread: reads texts and makes content without blocking the service. */
export default async function work({ openai, ...task }: ThreadTask): Promise<ContentResult> {
  try {
    return { ok: await run(task, openai) };
  } catch (error) {
    const failure = failureOf(error);
    if (failure) return { failure };
    throw error;
  }
}
