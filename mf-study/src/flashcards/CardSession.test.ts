import { cardsMarked, isFirstCard, isLastCard, reduceCards, shuffled, startCards, type CardAction, type CardSession } from './CardSession';

const play = (session: CardSession, ...actions: CardAction['type'][]): CardSession =>
  actions.reduce((current, type) => reduceCards(current, { type } as CardAction), session);

const ids = (count: number): string[] => Array.from({ length: count }, (_, index) => `c${String(index + 1)}`);
const deck = startCards(ids(3));

test('starts at the first card, front up', () => {
  expect(deck).toEqual({ deckIds: ids(3), cardIds: ids(3), round: undefined, index: 0, isFlipped: false, marks: {}, isFinished: false });
  expect(isFirstCard(deck)).toBe(true);
  expect(isLastCard(deck)).toBe(false);
  expect(startCards(ids(3), 2)).toEqual({ ...deck, index: 2 });
});

test('flip shows the back, and then the front again', () => {
  expect(play(deck, 'flip').isFlipped).toBe(true);
  expect(play(deck, 'flip', 'flip')).toEqual(deck);
});

test('next and previous go card by card and stop at the ends', () => {
  expect(play(deck, 'next').index).toBe(1);
  const last = play(deck, 'next', 'next', 'next', 'next');
  expect(last.index).toBe(2);
  expect(isLastCard(last)).toBe(true);
  expect(play(last, 'previous').index).toBe(1);
  expect(play(deck, 'previous')).toBe(deck);
});

test('§4 Flashcard viewer: the flip resets when the card changes, and stays when it does not', () => {
  expect(play(deck, 'flip', 'next')).toEqual({ ...deck, index: 1 });
  expect(play(deck, 'next', 'flip', 'previous').isFlipped).toBe(false);
  expect(play(deck, 'flip', 'previous').isFlipped).toBe(true);
  expect(play(deck, 'next', 'next', 'flip', 'next').isFlipped).toBe(true);
});

test('§9 Flashcard viewer: with 10 new cards the position jumps to the card count minus 10', () => {
  const last = play(startCards(ids(20)), ...Array.from({ length: 19 }, () => 'next' as const), 'flip');
  expect(reduceCards(last, { type: 'cardsAdded', cardIds: ids(30), added: 10 })).toEqual(startCards(ids(30), 20));
});

test('with fewer new cards the first new one is shown', () => {
  const last = play(deck, 'next', 'next');
  expect(reduceCards(last, { type: 'cardsAdded', cardIds: ids(7), added: 4 })).toEqual(startCards(ids(7), 3));
});

test('a deck that was read again keeps the position where possible', () => {
  const last = play(deck, 'next', 'next', 'flip');
  const change = (cardIds: string[]) => reduceCards(last, { type: 'cardsChanged', cardIds });
  expect(change(ids(5))).toEqual({ ...startCards(ids(5), 2), isFlipped: true });
  expect(change(ids(2))).toEqual(startCards(ids(2), 1));
  expect(change(ids(3))).toBe(last);
  expect(change([])).toEqual(startCards([]));
});

test('deleting a card before the current one keeps the current one, flipped', () => {
  const second = play(deck, 'next', 'flip');
  expect(reduceCards(second, { type: 'cardsChanged', cardIds: ['c2', 'c3'] })).toEqual({ ...startCards(['c2', 'c3']), isFlipped: true });
});

test('when the current card is deleted the next one is shown, front up', () => {
  const second = play(deck, 'next', 'flip');
  expect(reduceCards(second, { type: 'cardsChanged', cardIds: ['c1', 'c3'] })).toEqual(startCards(['c1', 'c3'], 1));
});

test('an empty deck cannot be flipped', () => {
  expect(play(startCards([]), 'flip', 'next', 'previous')).toEqual(startCards([]));
});

const run = (session: CardSession, ...actions: CardAction[]): CardSession => actions.reduce(reduceCards, session);
const mark = (given: 'known' | 'missed'): CardAction => ({ type: 'mark', mark: given });

test('a card is marked from its back, the next one follows, and the last mark finishes the run', () => {
  expect(run(deck, mark('known'))).toBe(deck);
  const one = run(deck, { type: 'flip' }, mark('known'));
  expect(one).toEqual({ ...startCards(ids(3), 1), marks: { c1: 'known' } });
  const done = run(one, { type: 'flip' }, mark('missed'), { type: 'flip' }, mark('known'));
  expect(done).toMatchObject({ isFinished: true, marks: { c1: 'known', c2: 'missed', c3: 'known' } });
  expect(cardsMarked(done, 'known')).toEqual(['c1', 'c3']);
  expect(cardsMarked(done, 'missed')).toEqual(['c2']);
  expect(cardsMarked(done, undefined)).toEqual([]);
});

test('a run of the missed cards alone, without the former marks', () => {
  const again = run(deck, { type: 'flip' }, mark('missed'), { type: 'finish' }, { type: 'restart', cardIds: ['c1'], round: 'missed' });
  expect(again).toEqual({ ...startCards(ids(3)), cardIds: ['c1'], round: 'missed' });
  expect(isLastCard(again)).toBe(true);
  expect(run(again, { type: 'cardsChanged', cardIds: ids(4) })).toMatchObject({ cardIds: ['c1'], deckIds: ids(4) });
  expect(run(again, { type: 'cardsChanged', cardIds: ['c2', 'c3'] })).toMatchObject({ cardIds: [], isFinished: false });
});

test('new cards end the result and are shown', () => {
  const done = run(deck, { type: 'finish' });
  expect(run(done, { type: 'cardsAdded', cardIds: ids(5), added: 2 })).toEqual(startCards(ids(5), 3));
});

test('shuffling keeps every card', () => {
  const numbers = [0.6, 0.1, 0.9, 0];
  expect(shuffled(ids(4), () => numbers.shift()!)).toEqual(['c3', 'c1', 'c4', 'c2']);
  expect(shuffled([], Math.random)).toEqual([]);
});
