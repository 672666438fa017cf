import { isFirstCard, isLastCard, reduceCards, startCards, type CardAction, type CardSession } from './CardSession';

const play = (session: CardSession, ...actions: CardAction['type'][]): CardSession =>
  actions.reduce((current, type) => reduceCards(current, { type } as CardAction), session);

const deck = startCards(3);

test('starts at the first card, front up', () => {
  expect(deck).toEqual({ count: 3, index: 0, isFlipped: false });
  expect(isFirstCard(deck)).toBe(true);
  expect(isLastCard(deck)).toBe(false);
  expect(startCards(3, 2)).toEqual({ count: 3, index: 2, isFlipped: false });
});

test('flip turns the card and turns it back', () => {
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
  expect(play(deck, 'flip', 'next')).toEqual({ count: 3, index: 1, isFlipped: false });
  expect(play(deck, 'next', 'flip', 'previous').isFlipped).toBe(false);
  expect(play(deck, 'flip', 'previous').isFlipped).toBe(true);
  expect(play(deck, 'next', 'next', 'flip', 'next').isFlipped).toBe(true);
});

test('§9 Flashcard viewer: with 10 new cards the position jumps to the card count minus 10', () => {
  const last = play(startCards(20), ...Array.from({ length: 19 }, () => 'next' as const), 'flip');
  expect(reduceCards(last, { type: 'cardsAdded', count: 30, added: 10 })).toEqual({ count: 30, index: 20, isFlipped: false });
});

test('with fewer new cards the first new one shows', () => {
  const last = play(deck, 'next', 'next');
  expect(reduceCards(last, { type: 'cardsAdded', count: 7, added: 4 })).toEqual({ count: 7, index: 3, isFlipped: false });
});

test('a deck that came anew keeps the place where it can', () => {
  const last = play(deck, 'next', 'next', 'flip');
  expect(reduceCards(last, { type: 'counted', count: 5 })).toEqual({ count: 5, index: 2, isFlipped: true });
  expect(reduceCards(last, { type: 'counted', count: 2 })).toEqual({ count: 2, index: 1, isFlipped: false });
  expect(reduceCards(last, { type: 'counted', count: 3 })).toBe(last);
});

test('an empty deck has nothing to turn', () => {
  expect(play(startCards(0), 'flip', 'next', 'previous')).toEqual(startCards(0));
});
