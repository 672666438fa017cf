import { setTimeout as wait } from 'node:timers/promises';
import { embeddedEngine, type ErrorCode } from '@lectern/contracts';
import type { ContentKind } from './contentMetrics.ts';
import { createContentQueue, type ContentQueueOptions } from './createContentQueue.ts';
import { FairQueue } from './FairQueue.ts';
import { BackgroundGenerations, type GenerationFollower, type Sleep } from './BackgroundGenerations.ts';
import { RunningCalls } from './RunningCalls.ts';
import { DomainError } from './DomainError.ts';
import type { Generated, GenerationTask, Rest } from './GenerationTask.ts';
import { startModelTask, type ModelTaskParts } from './startModelTask.ts';

export interface GenerationsOptions extends ContentQueueOptions {
  workers: ContentQueueOptions['workers'] & {
    /** The number of concurrent tasks of the language model, which mostly wait. */
    readonly modelSlots: number;
  };
  /** The language model, if there is one. */
  model?: ({ maxCalls: number } & Pick<ModelTaskParts, 'answerMs' | 'budget' | 'health'>) | undefined;
  /** Milliseconds since any point in time. */
  now?: () => number;
  sleep?: Sleep;
}

/** The generations that may still run when a service stops. */
export interface ContentBackground {
  idle: () => Promise<void>;
  stop: () => Promise<void>;
  /** Explains why the service works without its language model; `undefined` while the model works. */
  degraded: () => string | undefined;
}

/** The messages to the learner when the embedded engine took over. */
const without = 'Lectern made this without it. Try again later for a fuller version.';
export const modelNotices = {
  unavailable: `The language model did not answer. ${without}`,
  slow: `The language model was too slow. ${without}`,
  refused: `What the language model wrote did not pass the checks against your material. ${without}`,
  spent: 'The language model has done its work for this month. Lectern made this without it.',
} as const;

const noticeOf = (code: ErrorCode): string =>
  code === 'unavailable' ? modelNotices.unavailable : code === 'timeout' ? modelNotices.slow : modelNotices.refused;

/** Returns whether the language model failed or too little of its text was accepted, so that the embedded engine takes over. */
const isOfModel = (error: unknown): error is DomainError =>
  error instanceof DomainError && ['unavailable', 'timeout', 'bad_gateway', 'too_little_material'].includes(error.code);

const sleepByTimer = (milliseconds: number, signal: AbortSignal): Promise<unknown> => wait(milliseconds, undefined, { signal, ref: false });

/** Waits for a turn of the learner. @returns a function that ends it */
const turnIn = (turns: FairQueue, userId: string): Promise<() => void> =>
  new Promise((resolve, reject) => {
    const held = () => new Promise<void>(resolve);
    turns.run(userId, false, held).catch(reject);
  });

/**
 * Creates the queues of a service's content: for the embedded engine and other short work, for the model's tasks, and for the calls of these tasks.
 */
const createQueues = (options: GenerationsOptions) => {
  const { generatedBy, modelSlots } = options.workers;
  const isUnlimited = { waitingMax: Number.POSITIVE_INFINITY, perOwnerMax: Number.POSITIVE_INFINITY };
  return {
    own: createContentQueue(options),
    tasks: createContentQueue({ ...options, workers: { generatedBy, slots: modelSlots, largeSlots: modelSlots }, name: 'model_tasks' }),
    calls: new FairQueue({
      ...isUnlimited,
      slots: options.model?.maxCalls ?? 1,
      largeSlots: 0,
      name: 'model_calls',
      metrics: options.metrics,
    }),
  };
};

/**
 * Generates guides, quizzes and decks with the language model, or with the embedded engine without a model. At the deadline a call is answered with
 * the model's result so far, and the rest follows. If that is too little, or the model fails, the embedded engine takes over and a notice informs the
 * learner.
 */
export function createGenerations(options: GenerationsOptions) {
  const { model, now = () => performance.now(), sleep = sleepByTimer } = options;
  const { generatedBy } = options.workers;
  const queues = createQueues(options);
  const running = new RunningCalls();
  const background = new BackgroundGenerations({ log: options.log, sleep });

  const byEmbedded = async <Result>(
    kind: ContentKind,
    { userId, isLarge, embedded, countedOf }: GenerationTask<Result>,
    notice?: string,
  ): Promise<Generated<Result>> => ({
    result: await queues.own.generate(kind, { userId, isLarge, run: embedded, generatedBy: embeddedEngine }, countedOf),
    generatedBy: embeddedEngine,
    ...(notice !== undefined && { notice }),
  });

  return {
    run: queues.own.run,
    /** Returns the progress of a running call; `undefined` if this process does not run it. */
    progressOf: (userId: string, key: string) => running.progressOf(userId, key),
    /** Continues a generation in the background after its call was answered. */
    follow: <Result>(rest: Rest<Result>, follower: GenerationFollower<Result>): void => background.follow(rest, follower),
    stop: () => background.stop(),
    idle: () => background.idle(),

    /** @throws DomainError if neither engine can generate it, or the learner has too many tasks */
    async start<Result>(kind: ContentKind, task: GenerationTask<Result>): Promise<Generated<Result>> {
      const { userId, isLarge, byModel, countedOf } = task;
      if (!model || !byModel) return byEmbedded(kind, task);
      if (await model.budget.isSpent(userId)) return byEmbedded(kind, task, modelNotices.spent);
      const told = running.begin(userId, task.key);
      try {
        const parts = { ...model, now, sleep, turn: () => turnIn(queues.calls, userId), progress: told };
        const { first, rest } = startModelTask(task, parts, (optionsOf) =>
          queues.tasks.generate(kind, { userId, isLarge, run: () => byModel(optionsOf()) }, countedOf),
        );
        const answer = await first;
        if (answer && !answer.isWhole) return { result: answer.result, generatedBy, rest };
        rest.stop();
        return answer ? { result: answer.result, generatedBy } : await byEmbedded(kind, task, modelNotices.slow);
      } catch (error) {
        if (!isOfModel(error)) throw error;
        return await byEmbedded(kind, task, noticeOf(error.code));
      } finally {
        told.end();
      }
    },
  };
}
export type Generations = ReturnType<typeof createGenerations>;
