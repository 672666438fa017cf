/** Told to the window when a visitor asks for another try: whatever is under way then starts one, under an address of its own. */
export const retryEvent = 'lectern:retry';

/** When a try beside a silent one starts, and when an entry is given up for good. Milliseconds. */
export interface LoadTimes {
  besides: readonly number[];
  giveUp: number;
}

/** Lazy code has 120 s in all (specification, section 9). Long before that a card says that it is late. */
export const entryTimes: LoadTimes = { besides: [1_500, 3_000], giveUp: 120_000 };

const nonce = (): string => document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? '';

/** How often an address was asked for and did not come: the next try has another address, since a hung one stays hung. */
const failures = new Map<string, number>();

const addressOf = (address: string): string => {
  const count = failures.get(address) ?? 0;
  failures.set(address, count + 1);
  return count === 0 ? address : `${address}?retry=${String(count)}`;
};

const attempt = (address: string, integrity: string): { script: HTMLScriptElement; loaded: Promise<void> } => {
  const script = document.createElement('script');
  const loaded = new Promise<void>((resolve, reject) => {
    script.onload = () => {
      resolve();
    };
    script.onerror = () => {
      reject(new Error(`${address} could not be loaded.`));
    };
  });
  script.nonce = nonce();
  script.integrity = integrity;
  script.crossOrigin = 'anonymous';
  script.src = address;
  document.head.append(script);
  return { script, loaded };
};

/**
 * Loads a script that defines something global. Tries again at once after an error, beside it after silence, and whenever the visitor asks
 * for it; gives up when all tries have failed, or after `giveUp` milliseconds.
 *
 * @param addresses The address and its fallback, which may be the same.
 * @param signal Ends the wait: there is something newer to load.
 */
export const loadScript = (
  addresses: readonly [string, string],
  integrity: string,
  signal?: AbortSignal,
  times: LoadTimes = entryTimes,
): Promise<void> =>
  new Promise((resolve, reject) => {
    // A script without an integrity value is never loaded, whatever the registry says.
    if (!integrity.startsWith('sha384-')) {
      reject(new Error(`${addresses[0]} has no integrity value.`));
      return;
    }
    const limit = times.besides.length + 1;
    let tries = 0;
    let running = 0;
    let isFinished = false;
    const timers: ReturnType<typeof setTimeout>[] = [];
    const finish = (error?: Error): void => {
      if (isFinished) return;
      isFinished = true;
      timers.forEach(clearTimeout);
      removeEventListener(retryEvent, again);
      signal?.removeEventListener('abort', abort);
      if (error) reject(error);
      else {
        addresses.forEach((address) => failures.delete(address));
        resolve();
      }
    };
    const start = (): void => {
      if (tries === limit) return;
      const address = addressOf(tries === limit - 1 ? addresses[1] : addresses[0]);
      tries += 1;
      running += 1;
      const { script, loaded } = attempt(address, integrity);
      loaded.then(
        () => {
          finish();
        },
        (error: unknown) => {
          running -= 1;
          script.remove();
          // A slow try that fails after another one arrived must not load the entry a second time.
          if (isFinished) return;
          if (tries < limit) timers.push(setTimeout(start, 200 * tries));
          else if (running === 0) finish(error instanceof Error ? error : new Error(String(error)));
        },
      );
    };
    function again(): void {
      // Also when every try has been made: they are silent.
      tries = Math.min(tries, limit - 1);
      start();
    }
    function abort(): void {
      finish(new Error(`${addresses[0]} is no longer wanted.`));
    }
    addEventListener(retryEvent, again);
    signal?.addEventListener('abort', abort);
    start();
    timers.push(...times.besides.map((milliseconds) => setTimeout(start, milliseconds)));
    timers.push(
      setTimeout(() => {
        finish(new Error(`${addresses[0]} did not answer within ${String(times.giveUp / 1000)} s.`));
      }, times.giveUp),
    );
  });
