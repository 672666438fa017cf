import { createElement, useEffect, useState, type ComponentType, type ReactNode } from 'react';

/** Code that came stays, so that a second use draws at once. */
const parts = new WeakMap<() => Promise<unknown>, unknown>();

/** A part that failed to load is asked for again after so long, while it is wanted. Milliseconds. */
export const nextTryMs = 5_000;

export interface LazyPartProps<Props extends object> {
  /** Stands at its module's top level: what it gave is kept under it. */
  load: () => Promise<ComponentType<Props>>;
  props: Props;
  /** Its code is fetched from then on; drawn is what is there. */
  isWanted?: boolean;
  /** Drawn until the code is there. */
  fallback?: ReactNode;
  /** It could not be had. May end the wish; otherwise it is tried again. */
  onFailure?: () => void;
}

/**
 * A part whose code comes when it is wanted. Unlike with `React.lazy`, a failed load costs this part only, and not for good.
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
