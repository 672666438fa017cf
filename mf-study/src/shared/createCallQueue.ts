/** State of a queue for the screen. */
export interface CallQueueState {
  waiting: number;
  /** Error of the first waiting call. */
  error: unknown;
}

interface WaitingCall {
  /** Returned by `leaveOut` to identify the call. */
  id: string;
  send: () => Promise<void>;
}

/**
 * Runs calls one by one in the background. Stops at a failure until the call is retried or skipped.
 *
 * @param whenIdle - runs after the last waiting call; its failure is handled like that of a call
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
    /** Retries the failed call. */
    retry: (): void => void run(),
    /** Skips the failed call. @returns its id */
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
