import { expect, test } from '@playwright/test';
import { asPremium, call, makePremium, newLearner } from '../../support/api.ts';

const form = (content: string, name: string, more: Record<string, string> = {}): FormData => {
  const body = new FormData();
  body.set('file', new Blob([content]), name);
  for (const [field, value] of Object.entries(more)) body.set(field, value);
  return body;
};

test('a text is imported over the API, once for a key, and refused in a sentence when it is none', { tag: '@engine' }, async () => {
  const learner = await newLearner();
  const { token } = learner;
  const key = { 'idempotency-key': `import-${learner.userId}` };
  const asked = () =>
    call('POST', '/flashcards/import', { token, form: form('Question;Answer\nun;one\ndeux;two\n', 'French.csv'), headers: key });
  const first = await asked();
  expect(first.status).toBe(201);
  expect(first.body).toEqual({ decks: [expect.objectContaining({ title: 'French', cardCount: 2, studyMaterialId: null })], skipped: [] });
  expect((await asked()).body).toEqual(first.body);
  expect((await call('GET', '/flashcards', { token })).body).toHaveLength(1);
  const preview = await call('POST', '/flashcards/import/preview', { token, form: form('a,b,c\nd,e,f\n', 'x.csv', { columns: '3,1' }) });
  expect(preview.status).toBe(200);
  expect(preview.body.cards).toEqual([
    { front: 'c', back: 'a' },
    { front: 'f', back: 'd' },
  ]);
  for (const [body, status, code] of [
    [form('\u0000\u0001binary', 'x.csv'), 415, 'unsupported_type'],
    [form('one\ntwo\n', 'x.txt'), 422, 'unreadable_file'],
    [form('PK\u0003\u0004damaged', 'x.apkg'), 422, 'unreadable_file'],
    [form('a,b', 'x.csv', { columns: 'front' }), 400, 'invalid'],
    [new FormData(), 400, 'invalid'],
    [form(Array.from({ length: 21 }, (_, index) => `${index},b\n`).join(''), 'x.csv'), 403, 'limit_reached'],
  ] as const) {
    const refused = await call('POST', '/flashcards/import', { token, form: body });
    expect([refused.status, refused.body.code]).toEqual([status, code]);
    expect(refused.body.msg).not.toBe('');
  }
  expect((await call('GET', '/flashcards', { token })).body).toHaveLength(1);
});

test('five thousand cards come in at once', async () => {
  const learner = await newLearner();
  await makePremium(learner);
  const { token } = learner;
  const lines = Array.from({ length: 5_000 }, (_, index) => `front ${index}\tback ${index}\n`).join('');
  const made = await asPremium(() => call('POST', '/flashcards/import', { token, form: form(lines, 'Many.txt') }));
  expect(made.status).toBe(201);
  expect(made.body.decks).toHaveLength(10);
  expect(made.body.decks[9]).toMatchObject({ title: 'Many (10 of 10)', cardCount: 500 });
});
