import * as z from 'zod/mini';
import { internalPaths, ModelTokens } from '@lectern/contracts';
import type { InternalClient } from './internalClient.ts';
import type { Log } from './log.ts';

export interface ModelBudgetOptions {
  call: InternalClient;
  log: Log;
  /** Tokens per calendar month; `undefined` means unlimited. */
  site: number | undefined;
  perLearner: number | undefined;
}

const timeoutMs = 2_000;

/**
 * The monthly budget of the language model. Billing counts the tokens of all services. While billing does not answer, the model stays available:
 * learners should not suffer from an internal failure.
 */
export class ModelBudget {
  readonly #call: InternalClient;
  readonly #log: Log;
  readonly #site: number;
  readonly #perLearner: number;

  constructor({ call, log, site = Infinity, perLearner = Infinity }: ModelBudgetOptions) {
    this.#call = call;
    this.#log = log;
    this.#site = site;
    this.#perLearner = perLearner;
  }

  get #isLimited(): boolean {
    return Number.isFinite(this.#site) || Number.isFinite(this.#perLearner);
  }

  /** Returns whether the learner or the site has used up this month's tokens. */
  async isSpent(userId: string): Promise<boolean> {
    if (!this.#isLimited) return false;
    try {
      const used = await this.#call({ to: 'billing', path: internalPaths.modelTokens(userId), answer: ModelTokens, timeoutMs });
      return used.learner >= this.#perLearner || used.site >= this.#site;
    } catch (error) {
      this.#log('warn', 'model.budget.unknown', { error });
      return false;
    }
  }

  /** Counts the tokens of a call. */
  async spend(userId: string, tokens: number): Promise<void> {
    if (!this.#isLimited) return;
    const path = internalPaths.modelTokens(userId);
    await this.#call({ to: 'billing', path, method: 'POST', body: { tokens }, answer: z.object({}), timeoutMs }).catch((error: unknown) => {
      this.#log('warn', 'model.budget.uncounted', { tokens, error });
    });
  }
}
