import { reduceCards, startCards, type CardAction, type CardSession } from './CardSession';
import { readCardSession, writeCardSession } from './cardSessionStorage';

const ids = ['c1', 'c2', 'c3'];
const after = (...actions: CardAction[]): CardSession => actions.reduce(reduceCards, startCards(ids));
const second = after({ type: 'next' });

beforeEach(() => {
  localStorage.clear();
});

test('a deck is shown at the card where it was left, in every tab', () => {
  expect(readCardSession('d1', ids, 'visit1')).toEqual(startCards(ids));
  writeCardSession('d1', second, 'visit1');
  expect(readCardSession('d1', ids, 'visit1')).toEqual(second);
  expect(readCardSession('d1', ids, 'visit2')).toEqual(second);
  expect(readCardSession('d2', ids, 'visit1')).toEqual(startCards(ids));
});

test('marks and the order of the run are kept, front up', () => {
  const left = after(
    { type: 'restart', cardIds: ['c3', 'c1', 'c2'] },
    { type: 'flip' },
    { type: 'mark', mark: 'missed' },
    { type: 'flip' },
  );
  writeCardSession('d1', left, 'visit1');
  expect(readCardSession('d1', ids, 'visit2')).toEqual({ ...left, isFlipped: false });
});

test('the card is found by its id, and when it was deleted the next one is shown', () => {
  writeCardSession('d1', second, 'visit1');
  expect(readCardSession('d1', ['c0', 'c1', 'c2', 'c3'], 'visit1')).toMatchObject({ index: 1, cardIds: ['c1', 'c2', 'c3', 'c0'] });
  expect(readCardSession('d1', ['c1', 'c3', 'c4'], 'visit1')).toMatchObject({ index: 1, cardIds: ['c1', 'c3', 'c4'] });
  expect(readCardSession('d1', ['c1'], 'visit1').index).toBe(0);
  expect(readCardSession('d1', [], 'visit1')).toEqual(startCards([]));
});

test('a finished deck, or one at its last card, starts at the first card in another visit', () => {
  for (const left of [after({ type: 'next' }, { type: 'next' }), after({ type: 'finish' })]) {
    writeCardSession('d1', left, 'visit1');
    expect(readCardSession('d1', ids, 'visit1')).toEqual(left);
    expect(readCardSession('d1', ids, 'visit2')).toEqual(startCards(ids));
  }
});

test('a round of some cards continues after a reload, and in another visit the whole deck begins', () => {
  const round = after({ type: 'finish' }, { type: 'restart', cardIds: ['c2', 'c3'], round: 'missed' });
  writeCardSession('d1', round, 'visit1');
  expect(readCardSession('d1', ids, 'visit1')).toEqual(round);
  expect(readCardSession('d1', ids, 'visit2')).toEqual(startCards(ids));
});

test('malformed or unavailable storage is ignored', () => {
  for (const spoiled of ['', '{', '1', 'null', '{}', '{"cardIds":1,"index":"x","marks":[]}']) {
    localStorage.setItem('lectern.learner.card-session.d1', spoiled);
    expect(readCardSession('d1', ids, 'visit1')).toEqual(startCards(ids));
  }
  jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new Error('full');
  });
  expect(() => {
    writeCardSession('d1', second, 'visit1');
  }).not.toThrow();
  jest.restoreAllMocks();
});
