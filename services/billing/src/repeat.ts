/** Runs `work` at once, and again so many milliseconds after each end of it. `work` never rejects. @returns what ends it */
export type Repeat = (work: () => Promise<unknown>, everyMs: number) => () => void;

/** Repeats by the clock of this process, which it does not keep alive. */
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
