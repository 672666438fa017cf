import { createElement, useEffect, useState, type ComponentType, type ReactNode } from 'react';

/** Loaded components by their `load` function, so that a second use is drawn at once. */
const parts = new WeakMap<() => Promise<unknown>, unknown>();

/** After a failed load the next try starts after so long, while the part is wanted. Milliseconds. */
export const nextTryMs = 5_000;

/** Loads a part's code before it is wanted. When that fails, the part's first use tries again. */
export const preloadPart = (load: () => Promise<unknown>): void => {
  if (parts.has(load)) return;
  load().then(
    (loaded) => {
      parts.set(load, loaded);
    },
    (error: unknown) => {
      console.error(error);
    },
  );
};

export interface LazyPartProps<Props extends object> {
  /** Define it at module level: the loaded component is cached by this function. */
  load: () => Promise<ComponentType<Props>>;
  props: Props;
  /** Loads the code when true. */
  isWanted?: boolean;
  /** Drawn until the code is there. */
  fallback?: ReactNode;
  /** Called when the code cannot be loaded. Unless `isWanted` becomes false, the load is tried again. */
  onFailure?: () => void;
}

/**
 * A component whose code is loaded when it is wanted. Unlike with `React.lazy`, a failed load affects this part only and can be repeated.
 */
export const LazyPart = <Props extends object>({ load, props, isWanted = true, fallback, onFailure }: LazyPartProps<Props>): ReactNode => {
  const [attempt, setAttempt] = useState(0);
  const part = parts.get(load) as ComponentType<Props> | undefined;
  const isMissing = isWanted && part === undefined;
  useEffect(() => {
    if (!isMissing) return;
    let isCurrent = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const goOn = (): void => {
      if (isCurrent) setAttempt((count) => count + 1);
    };
    load().then(
      (loaded) => {
        parts.set(load, loaded);
        goOn();
      },
      (error: unknown) => {
        console.error(error);
        if (!isCurrent) return;
        onFailure?.();
        timer = setTimeout(goOn, nextTryMs);
      },
    );
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [load, isMissing, attempt, onFailure]);
  return part ? createElement(part, props) : (fallback ?? null);
};
