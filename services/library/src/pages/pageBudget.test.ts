import type { StoredPage } from '../store.ts';
import { withinBudget } from './pageBudget.ts';

const box = { x: 0, y: 0, width: 1, height: 1 };
const page = (number: number): StoredPage => ({
  ...{ id: 'a'.repeat(64), kind: 'page', page: number, width: 1_280, height: 720 },
  alt: 'a'.repeat(2_000),
  passages: Array.from({ length: 200 }, (_, index) => ({ paragraph: index + 1, boxes: Array.from({ length: 8 }, () => box) })),
});

it('keeps the pages of a guide below a few megabytes, and cuts what is least needed', () => {
  const kept = withinBudget(Array.from({ length: 700 }, (_, index) => page(index + 1)));
  expect(kept).toHaveLength(600);
  expect(kept.reduce((sum, { alt }) => sum + alt.length, 0)).toBe(600_000);
  expect(kept.reduce((sum, { passages }) => sum + passages.length, 0)).toBe(12_000);
  expect(kept.reduce((sum, { passages }) => sum + passages.reduce((own, { boxes }) => own + boxes.length, 0), 0)).toBe(10_000);
  expect(JSON.stringify(kept).length).toBeLessThan(3_000_000);
  expect(withinBudget([page(1), page(2)])).toEqual([page(1), page(2)]);
});
