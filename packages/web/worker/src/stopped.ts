let isOver = false;

/** Ends all storing: the registry has turned the worker off, and it answers this page for the last time. */
export const stopStoring = (): void => {
  isOver = true;
};

export const isStopped = (): boolean => isOver;
