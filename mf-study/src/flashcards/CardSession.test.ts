import { isFirstCard, isLastCard, reduceCards, startCards, type CardAction, type CardSession } from './CardSession';

const play = (session: CardSession, ...actions: CardAction['type'][]): CardSession =>
  actions.reduce((current, type) => reduceCards(current, { type } as CardAction), session);

const ids = (count: number): string[] => Array.from({ length: count }, (_, index) => `c${String(index + 1)}`);
const deck = startCards(ids(3));

test('starts at the first card, front up', () => {
  expect(deck).toEqual({ cardIds: ids(3), index: 0, isFlipped: false });
  expect(isFirstCard(deck)).toBe(true);
  expect(isLastCard(deck)).toBe(false);
  expect(startCards(ids(3), 2)).toEqual({ cardIds: ids(3), index: 2, isFlipped: false });
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
  expect(play(deck, 'flip', 'next')).toEqual({ cardIds: ids(3), index: 1, isFlipped: false });
  expect(play(deck, 'next', 'flip', 'previous').isFlipped).toBe(false);
  expect(play(deck, 'flip', 'previous').isFlipped).toBe(true);
  expect(play(deck, 'next', 'next', 'flip', 'next').isFlipped).toBe(true);
});

test('§9 Flashcard viewer: with 10 new cards the position jumps to the card count minus 10', () => {
  const last = play(startCards(ids(20)), ...Array.from({ length: 19 }, () => 'next' as const), 'flip');
  expect(reduceCards(last, { type: 'cardsAdded', cardIds: ids(30), added: 10 })).toEqual({ cardIds: ids(30), index: 20, isFlipped: false });
});

test('with fewer new cards the first new one is shown', () => {
  const last = play(deck, 'next', 'next');
  expect(reduceCards(last, { type: 'cardsAdded', cardIds: ids(7), added: 4 })).toEqual({ cardIds: ids(7), index: 3, isFlipped: false });
});

test('a deck that was read again keeps the position where possible', () => {
  const last = play(deck, 'next', 'next', 'flip');
  const change = (cardIds: string[]) => reduceCards(last, { type: 'cardsChanged', cardIds });
  expect(change(ids(5))).toEqual({ cardIds: ids(5), index: 2, isFlipped: true });
  expect(change(ids(2))).toEqual({ cardIds: ids(2), index: 1, isFlipped: false });
  expect(change(ids(3))).toBe(last);
  expect(change([])).toEqual(startCards([]));
});

test('deleting a card before the current one keeps the current one, flipped', () => {
  const second = play(deck, 'next', 'flip');
  expect(reduceCards(second, { type: 'cardsChanged', cardIds: ['c2', 'c3'] })).toEqual({
    cardIds: ['c2', 'c3'],
    index: 0,
    isFlipped: true,
  });
});

test('when the current card is deleted the next one is shown, front up', () => {
  const second = play(deck, 'next', 'flip');
  expect(reduceCards(second, { type: 'cardsChanged', cardIds: ['c1', 'c3'] })).toEqual(startCards(['c1', 'c3'], 1));
});

test('an empty deck cannot be flipped', () => {
  expect(play(startCards([]), 'flip', 'next', 'previous')).toEqual(startCards([]));
});
