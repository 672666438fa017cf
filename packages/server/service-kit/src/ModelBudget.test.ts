import { ModelBudget } from './ModelBudget.ts';
import { DomainError } from './DomainError.ts';
import type { InternalClient } from './internalClient.ts';
import { silentLog } from './log.ts';

const setUp = (used: { learner: number; site: number }, limits: { site?: number; perLearner?: number }) => {
  const calls: { method: string | undefined; path: string; body: unknown }[] = [];
  const world = { isDown: false };
  const call = (async ({ method, path, body }) => {
    calls.push({ method, path, body });
    if (world.isDown) throw new DomainError('unavailable', 'Billing is down.', { retryAfterSeconds: 1 });
    return used;
  }) as InternalClient;
  const budget = new ModelBudget({ call, log: silentLog, site: limits.site, perLearner: limits.perLearner });
  return { budget, calls, world };
};

it.each([
  [{ learner: 99, site: 500 }, { perLearner: 100 }, false],
  [{ learner: 100, site: 500 }, { perLearner: 100 }, true],
  [{ learner: 0, site: 1_000 }, { site: 1_000 }, true],
  [{ learner: 0, site: 999 }, { site: 1_000, perLearner: 10 }, false],
])('with %j used of %j the month is spent: %s', async (used, limits, isSpent) => {
  expect(await setUp(used, limits).budget.isSpent('ada')).toBe(isSpent);
});

it('tells billing what a call has used, and works on while billing does not answer', async () => {
  const { budget, calls, world } = setUp({ learner: 5, site: 5 }, { site: 5 });
  await budget.spend('ada', 1_200);
  expect(calls).toEqual([{ method: 'POST', path: '/internal/model-tokens/ada', body: { tokens: 1_200 } }]);
  world.isDown = true;
  await budget.spend('ada', 1_200);
  expect(await budget.isSpent('ada')).toBe(false);
});

it('asks nobody without a limit', async () => {
  const { budget, calls } = setUp({ learner: 5, site: 5 }, {});
  await budget.spend('ada', 1_200);
  expect([await budget.isSpent('ada'), calls]).toEqual([false, []]);
});
