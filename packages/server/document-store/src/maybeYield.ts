import { AsyncLocalStorage } from 'node:async_hooks';
import { performance } from 'node:perf_hooks';
import { setImmediate } from 'node:timers';

/** The time slice: after this much work in one turn of the event loop, `maybeYield` yields. Milliseconds. */
const sliceMs = 8;

const owners = new AsyncLocalStorage<string>();
/** The waiting pieces of work, in order, by owner. The first owner is next. */
const waiting = new Map<string, (() => void)[]>();
/** The start of the work in this turn of the event loop; `undefined` before the first call of `maybeYield`. */
let startedAt: number | undefined;
let isTicking = false;

/** Resumes one waiting piece per turn of the event loop. */
const tick = (): void => {
  isTicking = false;
  startedAt = undefined;
  const [next] = waiting;
  if (!next) return;
  const [owner, pieces] = next;
  const resume = pieces.shift();
  // Reinserted, so that the owner is now last.
  waiting.delete(owner);
  if (pieces.length > 0) waiting.set(owner, pieces);
  startedAt = performance.now();
  schedule();
  resume?.();
};

const schedule = (): void => {
  if (isTicking) return;
  isTicking = true;
  setImmediate(tick);
};

/** Runs `work` and everything that it starts on behalf of an owner. Owners take turns, however much work each of them has. */
export const runAs = <T>(owner: string, work: () => T): T => owners.run(owner, work);

/** Resolves in a later turn of the event loop. Each turn resumes one piece of work, and owners take turns. */
export const nextTurn = (): Promise<void> =>
  new Promise((resolve) => {
    const owner = owners.getStore() ?? '';
    const pieces = waiting.get(owner);
    if (pieces) pieces.push(resolve);
    else waiting.set(owner, [resolve]);
    schedule();
  });

/**
 * Yields if this turn of the event loop has used up its time slice. Work that grows with a learner's data awaits this between its pieces, because
 * awaiting a resolved promise does not yield.
 * @returns `undefined` if there is time left
 */
export const maybeYield = (): Promise<void> | undefined => {
  const now = performance.now();
  if (startedAt === undefined) {
    startedAt = now;
    schedule();
    return undefined;
  }
  return now - startedAt < sliceMs ? undefined : nextTurn();
};
