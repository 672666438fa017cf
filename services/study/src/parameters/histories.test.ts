import type { ScheduleContext } from '../StudyContext.ts';
import { fitBounds } from './packedHistories.ts';
import { readHistories } from './histories.ts';

/** A store with `itemCount` items of one learner, each reviewed `reviewsEach` times. It counts the reviews that are read. */
const storeOf = (itemCount: number, reviewsEach: number) => {
  const read = { reviews: 0 };
  const idOf = (index: number): string => `${index}`.padStart(6, '0');
  const page = (count: number, { limit = 100, after = '' }: { limit?: number; after?: string }): string[] =>
    Array.from({ length: count }, (_, index) => idOf(index))
      .filter((id) => id > after)
      .slice(0, limit);
  const answeredAt = (id: string): string => new Date(Date.UTC(2020, 0, Number(id) + 1)).toISOString();
  const store = {
    reviewItems: { find: async (_index: string, paging: object) => page(itemCount, paging).map((_id) => ({ _id, lastDay: 1 })) },
    endedItems: { find: async () => [] },
    reviews: {
      find: async (_index: string, paging: object) => {
        const found = page(reviewsEach, paging).map((_id) => ({ _id, rating: 'good', day: Number(_id), answeredAt: answeredAt(_id) }));
        read.reviews += found.length;
        return found;
      },
    },
  };
  return { read, study: { store: store as unknown as ScheduleContext['store'], write: async () => true, clock: () => new Date(0) } };
};

const readOf = async (itemCount: number, reviewsEach: number) => {
  const { read, study } = storeOf(itemCount, reviewsEach);
  const { histories, count } = await readHistories(study, 'u1', new AbortController().signal);
  expect(count).toBe(histories.reduce((sum, { reviews }) => sum + reviews.length, 0));
  return { items: histories.length, count, read: read.reviews };
};

it.each([
  { log: 'a small log', items: 60, each: 10, read: { items: 60, count: 600, read: 600 } },
  { log: 'many items', items: 9_000, each: 6, read: { items: 8_334, count: fitBounds.reviews, read: 50_004 } },
  { log: 'long histories', items: 400, each: 1_000, read: { items: 200, count: 200 * fitBounds.reviewsPerItem, read: 200_000 } },
])('reads of $log no more than a fit takes', async ({ items, each, read }) => {
  expect(await readOf(items, each)).toEqual(read);
});
