import * as z from 'zod/mini';
import { internalPaths, ModelTokens } from '@lectern/contracts';
import type { InternalClient } from './internalClient.ts';
import type { Log } from './log.ts';

export interface ModelBudgetOptions {
  call: InternalClient;
  log: Log;
  /** Tokens of a calendar month; `undefined`: no limit. */
  site: number | undefined;
  perLearner: number | undefined;
}

const timeoutMs = 2_000;

/**
 * The monthly budget of the language model. Billing counts for all services; while it does not answer, the model works on: a learner is not to pay for
 * a fault of ours.
 */
export function createModelBudget({
  call,
  log,
  site = Number.POSITIVE_INFINITY,
  perLearner = Number.POSITIVE_INFINITY,
}: ModelBudgetOptions) {
  const isLimited = Number.isFinite(site) || Number.isFinite(perLearner);
  return {
    /** Whether the learner or the site has used up this month's tokens. */
    async isSpent(userId: string): Promise<boolean> {
      if (!isLimited) return false;
      try {
        const used = await call({ to: 'billing', path: internalPaths.modelTokens(userId), answer: ModelTokens, timeoutMs });
        return used.learner >= perLearner || used.site >= site;
      } catch (error) {
        log('warn', 'model.budget.unknown', { error });
        return false;
      }
    },

    /** Counts what a call has used. */
    async spend(userId: string, tokens: number): Promise<void> {
      if (!isLimited) return;
      const path = internalPaths.modelTokens(userId);
      await call({ to: 'billing', path, method: 'POST', body: { tokens }, answer: z.object({}), timeoutMs }).catch((error: unknown) => {
        log('warn', 'model.budget.uncounted', { tokens, error });
      });
    },
  };
}
export type ModelBudget = ReturnType<typeof createModelBudget>;
