import { readPosition, writePosition } from './deckPosition';

const ids = ['c1', 'c2', 'c3'];

beforeEach(() => {
  sessionStorage.clear();
});

test('a deck is shown at the card where it was left', () => {
  expect(readPosition('d1', ids, 'visit1')).toBe(0);
  writePosition('d1', { cardId: 'c2', index: 1, visit: 'visit1' });
  expect(readPosition('d1', ids, 'visit1')).toBe(1);
  expect(readPosition('d1', ids, 'visit2')).toBe(1);
  expect(readPosition('d2', ids, 'visit1')).toBe(0);
});

test('the card is found by its id, and when it was deleted the next one is shown', () => {
  writePosition('d1', { cardId: 'c2', index: 1, visit: 'visit1' });
  expect(readPosition('d1', ['c0', 'c1', 'c2', 'c3'], 'visit1')).toBe(2);
  expect(readPosition('d1', ['c1', 'c3', 'c4'], 'visit1')).toBe(1);
  expect(readPosition('d1', ['c1'], 'visit1')).toBe(0);
  expect(readPosition('d1', [], 'visit1')).toBe(0);
});

test('a finished deck starts at the first card in another visit', () => {
  writePosition('d1', { cardId: 'c3', index: 2, visit: 'visit1' });
  expect(readPosition('d1', ids, 'visit1')).toBe(2);
  expect(readPosition('d1', ids, 'visit2')).toBe(0);
});

test('malformed or unavailable storage is ignored', () => {
  for (const spoiled of ['', '{', '1', 'null', '{}']) {
    sessionStorage.setItem('lectern.deck-position.d1', spoiled);
    expect(readPosition('d1', ids, 'visit1')).toBe(0);
  }
  jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new Error('full');
  });
  expect(() => {
    writePosition('d1', { cardId: 'c2', index: 1, visit: 'visit1' });
  }).not.toThrow();
  jest.restoreAllMocks();
});
