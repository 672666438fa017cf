/**
 * Local or session storage that never throws. A browser may forbid storage (private windows, blocked site data) or reject a write because
 * it is full, and stored values may be damaged. None of this is worth reporting: stored values only survive a reload or reach another tab,
 * and every caller works without them.
 */
export interface BrowserStorage {
  /** Undefined if nothing is stored or storage cannot be read. */
  read: (key: string) => string | undefined;
  /** The parsed value. Undefined if nothing is stored or it is not JSON. Its shape is unknown: check it. */
  readJson: (key: string) => unknown;
  /** Whether storage can be read and has nothing under this key. */
  lacks: (key: string) => boolean;
  write: (key: string, value: string) => void;
  writeJson: (key: string, value: unknown) => void;
  remove: (key: string) => void;
  /** All keys in use. Empty if storage cannot be read. */
  keys: () => readonly string[];
}

const createBrowserStorage = (open: () => Storage): BrowserStorage => {
  const attempt = <Result>(action: (storage: Storage) => Result): Result | undefined => {
    try {
      // Opened for each action: if site data is blocked, `window.localStorage` itself throws.
      return action(open());
    } catch {
      return undefined;
    }
  };
  const write = (key: string, value: string): void => {
    attempt((storage) => {
      storage.setItem(key, value);
    });
  };
  return {
    read: (key) => attempt((storage) => storage.getItem(key)) ?? undefined,
    readJson: (key) => attempt((storage) => JSON.parse(storage.getItem(key) ?? 'null') as unknown) ?? undefined,
    lacks: (key) => attempt((storage) => storage.getItem(key)) === null,
    write,
    writeJson: (key, value) => {
      write(key, JSON.stringify(value));
    },
    remove: (key) => {
      attempt((storage) => {
        storage.removeItem(key);
      });
    },
    keys: () => attempt((storage) => Object.keys(storage)) ?? [],
  };
};

/** `local` is permanent and shared by all tabs; `session` belongs to one tab and ends with it. */
export const browserStorage = {
  local: createBrowserStorage(() => localStorage),
  session: createBrowserStorage(() => sessionStorage),
};
