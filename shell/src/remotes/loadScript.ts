import { retryEvent } from './retryEvent';

export interface LoadTimes {
  /** When further tries start while the first one has not answered. Milliseconds. */
  besides: readonly number[];
  /** When the script is given up. Milliseconds. */
  giveUp: number;
}

/** Lazy code may take 120 s in all. Long before that a card says that the page is late. */
const entryTimes: LoadTimes = { besides: [1_500, 3_000], giveUp: 120_000 };

/** The pause before the next try after a failure, multiplied by the number of tries so far. Milliseconds. */
const pauseMs = 200;

const nonce = (): string => document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? '';

/** Unsuccessful requests by address. The next try uses another address, because the browser would reuse a pending request that hangs. */
const failures = new Map<string, number>();

const addressOf = (address: string): string => {
  const count = failures.get(address) ?? 0;
  failures.set(address, count + 1);
  return count === 0 ? address : `${address}?retry=${String(count)}`;
};

const appendScript = (address: string, integrity: string): { script: HTMLScriptElement; loaded: Promise<void> } => {
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

interface Tries {
  /** Starts the next try, unless all tries were made. */
  start: () => void;
  /** Starts a try that the visitor asked for, also after the last one: the earlier tries may hang. */
  startAgain: () => void;
  stop: () => void;
}

interface TriesInput {
  /** The address, and the fallback that the last try uses. */
  addresses: readonly [string, string];
  integrity: string;
  limit: number;
  onLoaded: () => void;
  /** All tries have failed. */
  onFailed: (error: unknown) => void;
}

/** Tries of one script: a failed one is followed by the next after a short pause. */
const createTries = ({ addresses, integrity, limit, onLoaded, onFailed }: TriesInput): Tries => {
  let tries = 0;
  let running = 0;
  let isStopped = false;
  const pauses: ReturnType<typeof setTimeout>[] = [];
  const start = (): void => {
    if (tries === limit) return;
    const address = addressOf(tries === limit - 1 ? addresses[1] : addresses[0]);
    tries += 1;
    running += 1;
    const { script, loaded } = appendScript(address, integrity);
    loaded.then(
      () => {
        if (!isStopped) onLoaded();
      },
      (error: unknown) => {
        running -= 1;
        script.remove();
        // A slow try that fails after another one succeeded must not load the entry a second time.
        if (isStopped) return;
        if (tries < limit) pauses.push(setTimeout(start, pauseMs * tries));
        else if (running === 0) onFailed(error);
      },
    );
  };
  return {
    start,
    startAgain: () => {
      tries = Math.min(tries, limit - 1);
      start();
    },
    stop: () => {
      isStopped = true;
      pauses.forEach(clearTimeout);
    },
  };
};

/**
 * Loads a script that defines something global. Tries again shortly after an error, in parallel while a try does not answer, and whenever the
 * visitor asks for it.
 *
 * @param addresses The address and its fallback, which may be the same.
 * @param signal Aborts the load when a newer version is to be loaded.
 * @throws Error when all tries have failed, after `giveUp` milliseconds, and when the signal aborts.
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
    const ended = new AbortController();
    const end = (): void => {
      tries.stop();
      timers.forEach(clearTimeout);
      ended.abort();
    };
    const fail = (error: unknown): void => {
      end();
      reject(error instanceof Error ? error : new Error(String(error)));
    };
    const succeed = (): void => {
      end();
      addresses.forEach((address) => failures.delete(address));
      resolve();
    };
    const tries = createTries({ addresses, integrity, limit: times.besides.length + 1, onLoaded: succeed, onFailed: fail });
    addEventListener(retryEvent, tries.startAgain, { signal: ended.signal });
    const abort = (): void => {
      fail(new Error(`${addresses[0]} is no longer wanted.`));
    };
    signal?.addEventListener('abort', abort, { signal: ended.signal });
    const giveUp = (): void => {
      fail(new Error(`${addresses[0]} did not answer within ${String(times.giveUp / 1000)} s.`));
    };
    tries.start();
    const timers = [...times.besides.map((milliseconds) => setTimeout(tries.start, milliseconds)), setTimeout(giveUp, times.giveUp)];
  });
