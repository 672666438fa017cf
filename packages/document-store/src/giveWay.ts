import { AsyncLocalStorage } from 'node:async_hooks';
import { performance } from 'node:perf_hooks';
import { setImmediate } from 'node:timers';

/** How long one turn of the event loop may work on before it gives way, in milliseconds. */
const sliceMs = 8;

const owners = new AsyncLocalStorage<string>();
/** Who waits for a turn: each owner's work in its order, the owners in the order of their turns. */
const waiting = new Map<string, (() => void)[]>();
/** When the work of this turn of the event loop began; `undefined` before it gave way for the first time. */
let startedAt: number | undefined;
let isTicking = false;

/** Runs in every turn of the event loop while there is work: one waiting piece gets its turn. */
const tick = (): void => {
  isTicking = false;
  startedAt = undefined;
  const [next] = waiting;
  if (!next) return;
  const [owner, pieces] = next;
  const resume = pieces.shift();
  // To the end of the line.
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

/** Names the owner of all work that a function starts, so that turns go round among owners, however much work one of them has. */
export const workFor = <T>(owner: string, work: () => T): T => owners.run(owner, work);

/** Resolves in a later turn of the event loop. One piece of work gets a turn each time, and owners take turns. */
export const nextTurn = (): Promise<void> =>
  new Promise((resolve) => {
    const owner = owners.getStore() ?? '';
    const pieces = waiting.get(owner);
    if (pieces) pieces.push(resolve);
    else waiting.set(owner, [resolve]);
    schedule();
  });

/**
 * Lets others go first when this turn of the event loop has worked for long. Work that grows with a learner's data awaits it between its pieces;
 * to await a resolved promise does not let anybody go first.
 * @returns `undefined` while there is time
 */
export const giveWay = (): Promise<void> | undefined => {
  const now = performance.now();
  if (startedAt === undefined) {
    startedAt = now;
    schedule();
    return undefined;
  }
  return now - startedAt < sliceMs ? undefined : nextTurn();
};
