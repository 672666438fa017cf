import type { Creation } from '../claimAttempt.ts';

/** Creates a creation that no other process takes over. */
export const creationOf = (newId: string, resumed = false): Creation => ({
  newId,
  resumed,
  confirm: () => Promise.resolve(),
  keep: async () => [],
});
