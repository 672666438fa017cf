import { createElement, useEffect, useState, type ComponentType, type ReactNode } from 'react';

/** Cache of loaded components by their `load` function, so that a second use renders immediately. */
const parts = new WeakMap<() => Promise<unknown>, unknown>();

/** The delay before a failed load is retried, as long as the part is wanted. Milliseconds. */
export const nextTryMs = 5_000;

/** Preloads a part's code. After a failure, the part's first use tries again. */
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
  /** Loads the code if true. */
  isWanted?: boolean;
  /** Rendered until the code is loaded. */
  fallback?: ReactNode;
  /** Called if the code cannot be loaded. The load is retried unless `isWanted` becomes false. */
  onFailure?: () => void;
}

/**
 * A component whose code is loaded on demand. Unlike with `React.lazy`, a failed load affects only this part and can be retried.
 *
 * @example
 * ```tsx
 * const loadDialog = () => import('./ImportDialog').then(({ ImportDialog }) => ImportDialog);
 *
 * {opened && <LazyPart load={loadDialog} props={{ file: opened.file, onImported, onClose }} onFailure={tellFailure} />}
 * ```
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
