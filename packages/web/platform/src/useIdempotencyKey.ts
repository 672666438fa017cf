import { useCallback, useRef } from 'react';

/**
 * Returns a key for a creating call that stays the same while the learner retries the same request, and changes with the request. Call
 * `done` after success, so that sending the same request again creates a second item.
 *
 * @example
 * const { keyFor, done } = useIdempotencyKey();
 * const save = async (name: string): Promise<void> => {
 *   await call(calls.createFolder, { body: { name }, idempotencyKey: keyFor(name) });
 *   done();
 * };
 */
export const useIdempotencyKey = (): { keyFor: (request: unknown) => string; done: () => void } => {
  const last = useRef<{ request: string; key: string }>(undefined);
  const keyFor = useCallback((request: unknown) => {
    const text = JSON.stringify(request) ?? '';
    if (last.current?.request !== text) last.current = { request: text, key: crypto.randomUUID() };
    return last.current.key;
  }, []);
  const done = useCallback(() => {
    last.current = undefined;
  }, []);
  return { keyFor, done };
};
