import { createStudyFake, creation } from '../testing.ts';
import { reviewItemsCollection } from './reviewCollections.ts';

const ada = 'u1';

const setUp = async (count: number) => {
  const study = createStudyFake();
  study.isPremium = true;
  const cards = Array.from({ length: count }, (_, index) => ({ front: `Front ${index}`, back: 'Back' }));
  const deck = await study.decks.createOwn(ada, { title: 'Valves', cards }, creation());
  const items = study.store.collection(reviewItemsCollection);
  const lapse = (index: number, lapses: number, difficulty = 5) =>
    items.update({ userId: ada, _id: deck.cards[index]?._id ?? '' }, { set: { lapses, difficulty } });
  const fronts = async (list: 'hardest' | 'suspended', after?: string) => {
    const page = await study.reviews.listItems(ada, { list, after });
    return { fronts: page.items.map((item) => (item.kind === 'card' ? item.front : item.question)), next: page.next };
  };
  return { study, deck, lapse, fronts, ids: deck.cards.map(({ _id }) => _id) };
};

it('lists what was forgotten most often: ten items, or all leeches', async () => {
  const { study, lapse, fronts, ids } = await setUp(30);
  expect((await fronts('hardest')).fronts).toEqual([]);
  for (let index = 0; index < 14; index += 1) await lapse(index, 1 + (index % 2), index);
  expect((await fronts('hardest')).fronts).toEqual([13, 11, 9, 7, 5, 3, 1, 12, 10, 8].map((index) => `Front ${index}`));
  for (let index = 0; index < 12; index += 1) await lapse(index, 8 + index);
  expect((await fronts('hardest')).fronts).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0].map((index) => `Front ${index}`));
  await study.reviews.updateItem(ada, 'card', ids[11] ?? '', { suspended: true });
  expect((await fronts('hardest')).fronts).toHaveLength(11);
  expect((await study.reviews.listItems('u2', { list: 'hardest' })).items).toEqual([]);
});

it('lists suspended items in pages, until they are resumed', async () => {
  const { study, deck, fronts, ids } = await setUp(60);
  for (const id of ids) await study.reviews.updateItem(ada, 'card', id, { suspended: true });
  const first = await fronts('suspended');
  expect(first.fronts).toHaveLength(50);
  const second = await fronts('suspended', first.next);
  expect(second).toEqual({ fronts: Array.from({ length: 10 }, (_, index) => `Front ${50 + index}`), next: undefined });
  expect(await study.reviews.listQueue(ada, {})).toEqual([]);
  await study.reviews.updateItem(ada, 'card', ids[0] ?? '', { suspended: false });
  expect((await fronts('suspended')).fronts).not.toContain('Front 0');
  expect(await study.reviews.listQueue(ada, {})).toHaveLength(1);
  await study.decks.remove(ada, deck._id);
  expect((await fronts('suspended')).fronts).toEqual([]);
});

it('has missed questions, too, with what is needed to edit them', async () => {
  const study = createStudyFake();
  const quiz = await study.quizzes.generate(ada, { studyMaterialId: 'm1' }, creation(), 'r1');
  await study.quizzes.submit(ada, quiz._id, { answers: quiz.questions.map(() => 'wrong') }, creation());
  const asked = quiz.questions[0];
  await study.reviews.updateItem(ada, 'question', asked?._id ?? '', { suspended: true });
  const { items } = await study.reviews.listItems(ada, { list: 'suspended' });
  expect(items).toMatchObject([
    { kind: 'question', itemId: asked?._id, parentId: quiz._id, question: asked?.question, options: asked?.options },
  ]);
});

it('counts the reviews of each day of a year', async () => {
  const { study, ids } = await setUp(2);
  const answer = (answeredAt: string) =>
    study.reviews.create(ada, { itemId: ids[0] ?? '', kind: 'card', rating: 'good', answeredAt }, creation());
  // Of these the first is of the day before the year, and the last but one of the day before, since days begin at 4.
  for (const time of ['2025-03-05T10:00:00Z', '2025-03-06T10:00:00Z', '2026-03-05T03:59:00Z', '2026-03-05T04:00:00Z']) await answer(time);
  const year = await study.reviews.getYear(ada);
  expect(year).toHaveLength(365);
  expect(year.filter(({ reviews }) => reviews > 0)).toEqual([
    { date: '2025-03-06', reviews: 1 },
    { date: '2026-03-04', reviews: 1 },
    { date: '2026-03-05', reviews: 1 },
  ]);
});
