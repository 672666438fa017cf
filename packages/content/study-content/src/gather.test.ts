import { sourceOfText } from '@lectern/documents';
import { gather, Selection, type Request } from './gather.ts';
import type { DraftCard } from './StudyContentEngine.ts';

const source = sourceOfText(Array.from({ length: 20 }, (_, index) => `Paragraph ${index + 1} of the lecture.`).join('\n\n'));
const cardAt = (paragraph: number, front = `Card ${paragraph}`): DraftCard => ({
  front,
  back: 'Back',
  source: { pointer: { kind: 'text', paragraph }, quote: 'Paragraph' },
});
/** Refuses every card whose front says so. */
const judge = {
  check: ({ front }: DraftCard) => (front.startsWith('Bad') ? (['both-sides'] as const).slice() : []),
  repeats: () => undefined,
  weaknesses: () => [],
};
const selectionOf = (request: Partial<Request<DraftCard>>) =>
  new Selection<DraftCard>({ source, asked: 10, itemOrder: 'lecture', ...request }, judge);
const places = ({ taken }: Selection<DraftCard>): number[] =>
  taken.map(({ source: { pointer } }) => (pointer.kind === 'text' ? pointer.paragraph : 0));
const all = Array.from({ length: 20 }, (_, index) => cardAt(index + 1));
const steps = { repair: undefined, changed: () => undefined };

it('cuts a surplus evenly over the lecture, not at its end', async () => {
  const selection = selectionOf({});
  await gather(selection, { make: () => Promise.resolve({ drafts: all }), ...steps });
  expect(places(selection)).toEqual([1, 3, 5, 7, 9, 11, 13, 15, 17, 19]);
});

it('keeps the first items of an engine that offers its best first', async () => {
  const selection = selectionOf({ itemOrder: undefined });
  await gather(selection, { make: () => Promise.resolve({ drafts: all.toReversed() }), ...steps });
  expect(places(selection)).toEqual([20, 19, 18, 17, 16, 15, 14, 13, 12, 11]);
});

it('puts repaired items in lecture order', async () => {
  const selection = selectionOf({ asked: 5 });
  const { lack } = await gather(selection, {
    ...steps,
    make: () => Promise.resolve({ drafts: [cardAt(1), cardAt(7, 'Bad'), cardAt(13), cardAt(19)] }),
    repair: (refused) => Promise.resolve({ drafts: refused.map(() => cardAt(7, 'Mended')) }),
  });
  expect(places(selection)).toEqual([1, 7, 13, 19]);
  expect(lack).toBe('material');
});

it('keeps the items from before a failure, and reports each change', async () => {
  const failure = Object.assign(new Error('It stopped.'), { code: 'engine-timeout' });
  const selection = selectionOf({});
  const counts: number[] = [];
  const gathered = await gather(selection, {
    ...steps,
    changed: () => counts.push(selection.taken.length),
    make: (accept) => {
      for (const card of [cardAt(1), cardAt(2, 'Bad'), cardAt(3)]) accept(card);
      return Promise.reject(failure);
    },
  });
  expect(places(selection)).toEqual([1, 3]);
  expect(counts).toEqual([1, 1, 2, 2]);
  expect(gathered).toMatchObject({ lack: 'failed', failure });
  await expect(gather(selectionOf({}), { ...steps, make: () => Promise.reject(failure) })).rejects.toBe(failure);
});

it('cuts other items if too few wanted ones would remain', async () => {
  const isWanted = ({ front }: DraftCard): boolean => front.startsWith('Wanted');
  const selection = selectionOf({ wanted: { isWanted, least: 4 } });
  const drafts = all.slice(0, 14).map((card, index) => (index % 4 === 1 ? { ...card, front: `Wanted ${index}` } : card));
  await gather(selection, { make: () => Promise.resolve({ drafts }), ...steps });
  expect(selection.taken).toHaveLength(10);
  expect(selection.taken.filter(isWanted)).toHaveLength(4);
});
