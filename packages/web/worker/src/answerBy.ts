import type { RouteHandlerCallback } from 'workbox-core/types';
import type { Strategy } from 'workbox-strategies';

/** Answers requests by a strategy. A failure to store the answer, for example on a full device, has no consequence. */
export const answerBy =
  (strategy: Strategy): RouteHandlerCallback =>
  (options) => {
    const [answer, stored] = strategy.handleAll(options);
    stored.catch(() => undefined);
    return answer;
  };
