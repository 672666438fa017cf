/** Runs `work` immediately, and again the given milliseconds after each run. `work` must never reject. @returns a function that stops it */
export type Repeat = (work: () => Promise<unknown>, everyMs: number) => () => void;

/** Repeats with timers that do not keep the process alive. */
export const repeat: Repeat = (work, everyMs) => {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const next = async (): Promise<void> => {
    await work();
    if (!isStopped) timer = setTimeout(() => void next(), everyMs).unref();
  };
  void next();
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
};
