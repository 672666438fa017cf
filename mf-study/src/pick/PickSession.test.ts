import { countPicks, lastPicked, reducePicks, startPicking, type PickAction } from './PickSession';

const run = (...actions: PickAction[]) => actions.reduce(reducePicks, startPicking);
const card = { kind: 'card' as const, card: { front: 'a', back: 'b' }, isGap: false };
const question = { kind: 'question' as const, question: { question: 'q', options: [] } };

test('a made card opens in its place; after a question or a skip the next one is current', () => {
  expect(run({ type: 'pick', id: 'x', pick: card, at: 0, count: 3 })).toMatchObject({ current: 0, opened: 'x' });
  expect(run({ type: 'pick', id: 'x', pick: { ...card, isGap: true }, at: 0, count: 3 })).toMatchObject({ current: 1, opened: undefined });
  expect(run({ type: 'pick', id: 'x', pick: question, at: 0, count: 3 })).toMatchObject({ current: 1, opened: undefined });
  expect(run({ type: 'pick', id: 'x', pick: { kind: 'skipped' }, at: 2, count: 3 })).toMatchObject({ current: 2 });
});

test('an edited card is kept, and the next one is current', () => {
  const session = run(
    { type: 'pick', id: 'x', pick: card, at: 0, count: 3 },
    { type: 'close', id: 'x', card: { front: 'A', back: 'B' }, at: 0, count: 3 },
  );
  expect(session).toMatchObject({ current: 1, opened: undefined, picks: new Map([['x', { ...card, card: { front: 'A', back: 'B' } }]]) });
  expect(reducePicks(session, { type: 'open', id: 'x', at: 0 })).toMatchObject({ current: 0, opened: 'x' });
});

test('moves stay within the list, and what was taken back is open again', () => {
  expect(run({ type: 'move', to: -1, count: 3 }).current).toBe(0);
  expect(run({ type: 'move', to: 9, count: 3 }).current).toBe(2);
  const session = run({ type: 'pick', id: 'x', pick: question, at: 0, count: 3 }, { type: 'pick', id: 'y', pick: card, at: 1, count: 3 });
  expect(countPicks(session)).toEqual({ cards: 1, questions: 1, all: 2 });
  expect(reducePicks(session, { type: 'takeBack', id: 'x', at: 0 })).toMatchObject({ current: 0, picks: new Map([['y', card]]) });
  expect(lastPicked(session)).toBe('y');
});
