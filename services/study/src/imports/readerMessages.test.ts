import type { ImportedCard } from '@lectern/exchange/reading';
import { collectParts, messagesOf } from './readerMessages.ts';
import type { ReadUpload } from './readUpload.ts';

const cards = (count: number, reviewCount = 0): ImportedCard[] =>
  Array.from({ length: count }, (_, index) => ({
    ...{ front: `front ${index}`, back: `back ${index}`, tags: [], isSuspended: false, schedule: undefined },
    reviews: Array.from({ length: reviewCount }, () => ({ at: new Date('2026-03-05T10:00:00Z'), ease: 3 as const, durationMs: 1 })),
  }));

test('a file goes in small parts, and is the same afterwards', () => {
  const read: ReadUpload = {
    decks: [
      { title: 'One', path: ['One'], cards: cards(1_001) },
      { title: undefined, cards: [] },
      { title: 'Three', cards: cards(25, 500) },
    ],
    ...{ skipped: { sounds: 2 }, table: undefined },
  };
  const parts = collectParts();
  const sizes: number[] = [];
  for (const message of messagesOf(read)) {
    if (message.kind === 'part') {
      sizes.push(message.cards.length);
      parts.add(message);
    } else if (message.kind === 'end') expect(parts.end(message)).toEqual(read);
  }
  expect(sizes).toEqual([500, 500, 1, 4, 4, 4, 4, 4, 4, 1]);
  expect.assertions(2);
});
