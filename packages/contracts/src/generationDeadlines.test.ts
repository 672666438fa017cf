import { generationDeadlines as limits } from './generationDeadlines.ts';

it('ends each limit before the one around it', () => {
  const inwards = [limits.gateway, limits.thread, limits.model, limits.draft, limits.repair];
  expect(inwards).toEqual(inwards.toSorted((left, right) => right - left));
  expect(new Set(inwards).size).toBe(inwards.length);
  expect(limits.draft + limits.repair).toBeCloseTo(limits.model);
  expect(limits.idle).toBeLessThan(limits.repair);
  expect(limits.offlineThread).toBeLessThan(limits.gateway);
});
