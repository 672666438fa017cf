import type { FlashcardDeck } from '@lectern/contracts';
import { expect, test } from '@playwright/test';
import { call, newLearner, textForm } from '../../support/api.ts';
import { lecture } from '../../support/lecture.ts';

test('two tabs that change a deck lose no edit, and no change grows it past the plan', async () => {
  const { token } = await newLearner();
  const guide = await call('POST', '/study-materials/unified', { token, form: textForm(lecture) });
  const made = await call('POST', '/flashcards', { token, body: { studyMaterialId: guide.body._id } });
  expect(made.status).toBe(201);
  const deck = made.body as FlashcardDeck;
  const path = `/flashcards/${deck._id}`;
  const cards = deck.cards.map(({ _id, front, back }) => ({ _id, front, back }));
  const { revision } = deck;
  const withBack = (index: number, back: string) => cards.map((card, at) => (at === index ? { ...card, back } : card));

  const answers = await Promise.all(
    ['one', 'two', 'three', 'four'].map((tab, index) =>
      call('PUT', path, { token, body: { cards: withBack(index, `Changed in tab ${tab}`), revision } }),
    ),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  const kept = (await call('GET', path, { token })).body as FlashcardDeck;
  expect(kept.cards.filter(({ back }) => back.startsWith('Changed in tab'))).toHaveLength(1);

  const many = Array.from({ length: 21 }, (_, index) => ({ front: `Front ${index}`, back: `Back ${index}` }));
  const grown = await call('PUT', path, { token, body: { cards: many } });
  expect([grown.status, grown.body.upgradeRequired]).toEqual([403, true]);
  expect((await call('PUT', path, { token, body: { cards: many.slice(1) } })).status).toBe(200);
});
