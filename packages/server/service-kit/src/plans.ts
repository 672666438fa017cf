import * as z from 'zod/mini';
import { freePlan, internalPaths, isPremium, PlanState, premiumPlan, type Plan } from '@lectern/contracts';
import { defineCollection, type DocumentStore } from '@lectern/document-store';
import { insertOnce } from './insertOnce.ts';
import type { InternalClient } from './internalClient.ts';
import type { Log } from './log.ts';

export const plansCollection = defineCollection({
  name: 'plans',
  schema: z.object({
    _id: z.string(),
    tier: PlanState.shape.tier,
    status: z.nullable(z.string()),
    premiumUntil: z.nullable(z.string()),
    version: z.int(),
  }),
});

/** The timeout of a call to billing, in milliseconds: callers wait for it. */
const timeoutMs = 500;

export interface Plans {
  /** Returns the learner's current plan, from the local copy and the clock. */
  planOf(userId: string): Promise<Plan>;
  /** Stores a plan from billing, unless it is older than the stored one. */
  apply(state: PlanState): Promise<void>;
  erase(userId: string): Promise<void>;
}

/**
 * Creates a service's copy of the plans, so that limits work while billing is down. A missing copy is requested from billing; if it does not answer,
 * the free limits apply.
 */
export function createPlans(options: { store: DocumentStore; call: InternalClient; clock: () => Date; log: Log }): Plans {
  const { store, call, clock, log } = options;
  const plans = store.collection(plansCollection);

  /** @returns whether it is the first copy */
  const apply = async ({ userId, tier, status, premiumUntil, version }: PlanState): Promise<boolean> => {
    const copy = { tier, status, premiumUntil, version };
    if (await insertOnce(plans, { _id: userId, ...copy })) return true;
    await plans.update(userId, { set: copy }, { below: { version } });
    return false;
  };

  return {
    apply: async (state) => void (await apply(state)),
    async planOf(userId) {
      let copy = await plans.get(userId);
      if (!copy) {
        try {
          const state = await call({ to: 'billing', path: internalPaths.plan(userId), answer: PlanState, timeoutMs });
          // A newer copy may have been stored meanwhile.
          copy = (await apply(state)) ? { _id: userId, ...state } : await plans.get(userId);
        } catch (error) {
          log('warn', 'plan.unknown', { error });
        }
      }
      return copy && isPremium(copy, clock()) ? premiumPlan : freePlan;
    },
    async erase(userId) {
      await plans.delete(userId);
    },
  };
}
