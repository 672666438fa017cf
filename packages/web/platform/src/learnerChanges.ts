const listeners = new Set<() => void>();

/** For caches of a learner's data: calls the listener whenever somebody signs out, or another learner signs in. */
export const whenLearnerChanges = (listener: () => void): void => {
  listeners.add(listener);
};

/** Notifies the listeners. Called by the session. */
export const tellLearnerChanged = (): void => {
  for (const listener of listeners) listener();
};
