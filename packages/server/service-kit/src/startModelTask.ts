import type { Sleep } from './BackgroundGenerations.ts';
import { Latest } from './Latest.ts';
import type { CallProgress } from './RunningCalls.ts';
import type { ModelBudget } from './ModelBudget.ts';
import type { ModelHealth } from './ModelHealth.ts';
import type { GenerationState, GenerationTask, ModelNews, ModelTaskOptions, Rest } from './GenerationTask.ts';

export interface ModelTaskParts {
  now: () => number;
  sleep: Sleep;
  answerMs: number;
  budget: Pick<ModelBudget, 'isSpent' | 'spend'>;
  health: Pick<ModelHealth, 'failed' | 'succeeded' | 'degraded'>;
  /** Waits for a turn to call the model's server. */
  turn: () => Promise<() => void>;
  progress: CallProgress;
}

/** How long after the deadline a thread may take to report, in milliseconds. A busy machine needs seconds, and a later report is lost. */
const graceMs = 10_000;

/** The result at the deadline; `undefined` if it is too small for an answer. */
type First<Result> = GenerationState<Result> | undefined;

/**
 * Starts a task of the language model.
 *
 * @param run - runs the task in its turn
 * @returns the result, complete or as of the deadline, and the later states
 */
export function startModelTask<Result>(
  { userId, isEnough }: Pick<GenerationTask<Result>, 'userId' | 'isEnough'>,
  { now, sleep, answerMs, budget, health, turn, progress }: ModelTaskParts,
  run: (options: () => ModelTaskOptions<Result>) => Promise<Result>,
): { first: Promise<First<Result>>; rest: Rest<Result> } {
  const stopped = new AbortController();
  const states = new Latest<GenerationState<Result>>();
  const answerAt = now() + answerMs;
  let hasEnough: (state: GenerationState<Result>) => void = () => undefined;
  const enough = new Promise<First<Result>>((resolve) => {
    hasEnough = resolve;
  });
  const onNews = (news: ModelNews<Result>): void => {
    if (news.kind === 'progress') progress.tell({ state: 'running', made: news.made, asked: news.asked });
    else if (news.kind === 'call-failed') health.failed(news.code, news.cause);
    else if (news.kind === 'usage') {
      health.succeeded();
      void budget.spend(userId, news.tokens);
    } else if (isEnough(news.result)) {
      const state = { result: news.result, isWhole: false };
      hasEnough(state);
      states.put(state);
    }
  };
  const done = run(() => ({
    answerInMs: Math.max(0, answerAt - now()),
    turn: async () => {
      const end = await turn();
      progress.tell({ state: 'running' });
      return end;
    },
    onNews,
    signal: stopped.signal,
  })).then((result): First<Result> => ({ result, isWhole: true }));
  done.then(
    (state) => {
      if (state) states.put(state);
      states.end();
    },
    () => {
      states.end();
    },
  );
  const late = sleep(answerMs + graceMs, stopped.signal).then(
    () => undefined,
    () => undefined,
  );
  const stop = (): void => {
    stopped.abort();
  };
  return { first: Promise.race([done, enough, late]), rest: { states: states.values(), stop } };
}
