/**
 * Adds retries to webpack's loader of scripts, for chunks and for the entries of remotes. The source of this function becomes part of every build's
 * runtime (`ChunkRuntimePlugin`), so it must not reference anything outside itself.
 *
 * A browser may answer a repeated request from its cache, so each attempt has its own address. A slow attempt continues while the next one starts;
 * the first one to arrive counts.
 *
 * @param {(url: string, done: (event?: { type: string }) => void, key?: string, chunkId?: string, priority?: string) => void} load
 * @returns {(...given: Parameters<typeof load>) => () => void} The same loader. It returns a function that stops further attempts without calling
 * `done`.
 */
export const withRetries = (load) => {
  const triesMax = 3;
  const patienceMs = 1500;
  const pauseMs = 250;
  /** @type {Map<string, number>} The failed attempts by address. */
  const failures = new Map();
  let busy = 0;
  return (url, done, key, chunkId, priority) => {
    let isOver = false;
    let running = 0;
    let tries = 0;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer;
    const stop = () => {
      isOver = true;
      clearTimeout(timer);
      removeEventListener('lectern:retry', again);
    };
    const finish = (/** @type {{ type: string } | undefined} */ event) => {
      stop();
      done(event);
    };
    // A browser opens six connections to an origin. Automatic retries leave two of them free.
    const hedge = () => {
      if (busy < 4) attempt();
      else timer = setTimeout(hedge, patienceMs);
    };
    const attempt = () => {
      clearTimeout(timer);
      if (isOver || tries === triesMax) return;
      tries += 1;
      running += 1;
      busy += 1;
      const count = failures.get(url) ?? 0;
      failures.set(url, count + 1);
      timer = setTimeout(hedge, patienceMs * 3 ** (tries - 1));
      const ended = (/** @type {{ type: string } | undefined} */ event) => {
        running -= 1;
        busy -= 1;
        if (isOver) return;
        if (event?.type === 'load') {
          failures.delete(url);
          finish(event);
        } else if (tries < triesMax) {
          clearTimeout(timer);
          timer = setTimeout(attempt, pauseMs * tries);
        } else if (running === 0) finish(event);
      };
      load(count ? `${url}?retry=${count}` : url, ended, count ? `${key}:${count}` : key, chunkId, priority);
    };
    // The visitor pressed "Try again", so do not wait for the attempts in flight.
    const again = () => {
      tries = Math.min(tries, triesMax - 1);
      attempt();
    };
    addEventListener('lectern:retry', again);
    attempt();
    return stop;
  };
};
