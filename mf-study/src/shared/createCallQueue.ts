/** What a screen shows of a queue. */
export interface CallQueueState {
  waiting: number;
  /** Why the first waiting call failed. */
  error: unknown;
}

interface WaitingCall {
  /** What the call is about. */
  id: string;
  send: () => Promise<void>;
}

/**
 * Makes calls one after the other, while the learner goes on. It stops at a failure until the call is tried again or left out.
 *
 * @param whenIdle - called after the last waiting call; a failure is tried again like that of a call
 */
export const createCallQueue = (whenIdle: () => Promise<void> = () => Promise.resolve()) => {
  const calls: WaitingCall[] = [];
  const listeners = new Set<() => void>();
  let isRunning = false;
  let state: CallQueueState = { waiting: 0, error: undefined };

  const tell = (error: unknown): void => {
    state = { waiting: calls.length, error };
    for (const listener of listeners) listener();
  };

  const run = async (): Promise<void> => {
    if (isRunning) return;
    isRunning = true;
    tell(undefined);
    try {
      for (let call = calls[0]; call; call = calls[0]) {
        await call.send();
        calls.shift();
        tell(undefined);
      }
      await whenIdle();
      isRunning = false;
      // A call may have been added while `whenIdle` ran.
      if (calls.length > 0) await run();
      else tell(undefined);
    } catch (error) {
      isRunning = false;
      tell(error);
    }
  };

  return {
    add: (id: string, send: () => Promise<void>): void => {
      calls.push({ id, send });
      tell(state.error);
      if (state.error === undefined) void run();
    },
    /** Makes the failed call again. */
    retry: (): void => void run(),
    /** Goes on without the failed call. @returns what it was about */
    leaveOut: (): string | undefined => {
      const failed = calls.shift();
      void run();
      return failed?.id;
    },
    getState: (): CallQueueState => state,
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
};
