import { generationDeadlines as limits } from './generationDeadlines.ts';

it('ends each limit before the one around it', () => {
  for (const outwards of [
    [limits.idle, limits.answer, limits.latestAnswer, limits.gateway],
    [limits.answer, limits.whole, limits.thread],
    [limits.offlineThread, limits.gateway],
  ])
    expect(outwards).toEqual([...new Set(outwards)].toSorted((left, right) => left - right));
});
