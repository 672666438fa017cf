import { expect, test } from '@playwright/test';
import JSZip from 'jszip';
import { withPicture } from '../../support/ankiPictures.ts';
import { pngOf } from '../../support/pictureDeck.ts';
import { asPremium, call, makePremium, newLearner, theSite } from '../../support/api.ts';

const form = (content: string | Uint8Array<ArrayBuffer>, name: string, more: Record<string, string> = {}): FormData => {
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
  expect(preview.body).toMatchObject({ existing: 0, encoding: 'utf-8', isEncodingCertain: true });
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

const bytesOf = async (path: string, token: string): Promise<Uint8Array<ArrayBuffer>> => {
  const response = await fetch(`${theSite().api}${path}`, { headers: { 'x-auth-token': token } });
  expect(response.status).toBe(200);
  return new Uint8Array(await response.arrayBuffer());
};
const sidesOf = async (id: string, token: string): Promise<[string, string][]> => {
  const { cards } = (await call('GET', `/flashcards/${id}`, { token })).body as { cards: { front: string; back: string }[] };
  return cards.map(({ front, back }) => [front, back]);
};

test('a file that was imported before is refused with a number, and updated, completed or copied when that is asked for', async () => {
  const { token } = await newLearner();
  const importing = (content: string | Uint8Array<ArrayBuffer>, name: string, more: Record<string, string> = {}) =>
    call('POST', '/flashcards/import', { token, form: form(content, name, more) });
  const { body: first } = await importing('a\tb\nc\td\n', 'Words.txt');
  const id = first.decks[0]._id as string;
  const again = await importing('a\tb\nc\td\ne\tf\n', 'Words.txt');
  expect([again.status, again.body]).toEqual([409, expect.objectContaining({ code: 'already_imported', existing: 2 })]);
  expect((await call('POST', '/flashcards/import/preview', { token, form: form('c\td\ne\tf\n', 'Words.txt') })).body.existing).toBe(1);
  const skipped = await importing('c\tother\ne\tf\n', 'Words.txt', { existing: 'skip' });
  expect(skipped.body).toMatchObject({
    added: 1,
    updated: 0,
    changedDecks: [id],
    skipped: [{ reason: 'Cards that you have already', count: 1 }],
  });
  expect((await importing('c\tother\n', 'Words.txt', { existing: 'update' })).body).toMatchObject({ added: 0, updated: 1 });
  expect(await sidesOf(id, token)).toEqual([
    ['a', 'b'],
    ['c', 'other'],
    ['e', 'f'],
  ]);
  const apkg = await bytesOf(`/flashcards/${id}/export?format=apkg`, token);
  expect((await importing(apkg, 'x.apkg')).body).toMatchObject({ code: 'already_imported', existing: 3 });
  const { body: copy } = await importing(apkg, 'x.apkg', { existing: 'copy' });
  expect(copy.decks).toHaveLength(1);
  expect((await importing('a\tb\n', 'x.txt', { existing: 'other' })).status).toBe(400);
});

test('order, deck tree and texts are the same after an export and an import', async () => {
  const { token } = await newLearner();
  const numbers = ['1', '2', '3', '4', '5', '6'];
  const cards = [...numbers.map((front) => ({ front, back: 'x' })), { front: '#word', back: '"quoted"\tand more' }];
  const { body: own } = await call('POST', '/flashcards/own', { token, body: { title: 'Own', cards } });
  for (const format of ['apkg', 'txt', 'csv']) {
    const bytes = await bytesOf(`/flashcards/${own._id as string}/export?format=${format}`, token);
    const { body } = await call('POST', '/flashcards/import', { token, form: form(bytes, `Other.${format}`, { existing: 'copy' }) });
    expect([format, await sidesOf(body.decks[0]._id as string, token)]).toEqual([format, cards.map(({ front, back }) => [front, back])]);
  }
  const tree = '#separator:tab\n#deck:Uni::Heart::Valves\n#tags:exam\na\tb\n';
  const { body: made } = await call('POST', '/flashcards/import', { token, form: form(tree, 'x.txt') });
  expect(made.decks[0].title).toBe('Uni › Heart › Valves');
  const packed = await JSZip.loadAsync(await bytesOf(`/flashcards/${made.decks[0]._id as string}/export?format=apkg`, token));
  expect((await packed.file('collection.anki2')?.async('nodebuffer'))?.toString('latin1')).toContain('"name":"Uni::Heart::Valves"');
});

test('letters of an old encoding are detected, and gaps become cards', async () => {
  const { token } = await newLearner();
  const words = new Uint8Array([
    0xf1, 0xe5, 0xf0, 0xe4, 0xf6, 0xe5, 0x3b, 0x61, 0x0a, 0xeb, 0xb8, 0xe3, 0xea, 0xee, 0xe5, 0x3b, 0x62, 0x0a,
  ]);
  const { body: russian } = await call('POST', '/flashcards/import', { token, form: form(words, 'words.csv') });
  expect(await sidesOf(russian.decks[0]._id as string, token)).toEqual([
    ['сердце', 'a'],
    ['лёгкое', 'b'],
  ]);
  const western = form(words, 'words.csv', { encoding: 'windows-1252' });
  expect((await call('POST', '/flashcards/import/preview', { token, form: western })).body).toMatchObject({
    ...{ encoding: 'windows-1252', cards: [{ front: 'ñåðäöå' }, { front: 'ë¸ãêîå' }] },
  });
  const gaps = '"{{c1::Veins}} lead to the {{c2::heart}}",note\n';
  const { body: cloze } = await call('POST', '/flashcards/import', { token, form: form(gaps, 'gaps.csv') });
  expect(await sidesOf(cloze.decks[0]._id as string, token)).toEqual([
    ['[...] lead to the heart', 'Veins\nnote'],
    ['Veins lead to the [...]', 'heart\nnote'],
  ]);
});

test('pictures of cards are encoded anew, shown to everyone with the address, and deleted with the deck', async () => {
  const { token } = await newLearner();
  const { body: own } = await call('POST', '/flashcards/own', {
    token,
    body: { title: 'Bones', cards: [{ front: 'Which bone?', back: 'b' }] },
  });
  const apkg = await withPicture(await bytesOf(`/flashcards/${own._id as string}/export?format=apkg`, token), pngOf(400, 300));
  const { status, body } = await call('POST', '/flashcards/import', { token, form: form(apkg, 'Bones.apkg') });
  expect([status, body.skipped]).toEqual([201, []]);
  const id = body.decks[0]._id as string;
  const { cards } = (await call('GET', `/flashcards/${id}`, { token })).body;
  const [picture] = cards[0].pictures as { url: string; id: string }[];
  expect(picture).toMatchObject({ side: 'front', alt: 'A bone', width: 400, height: 300 });
  const queue = (await call('GET', `/reviews/queue?deckId=${id}`, { token })).body;
  expect(queue[0].pictures).toMatchObject([{ id: picture?.id }]);
  const shown = await fetch(picture?.url ?? '');
  expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/webp']);
  expect((await fetch((picture?.url ?? '').replace(/signature=./, 'signature=_'))).status).toBe(404);
  const exported = await JSZip.loadAsync(await bytesOf(`/flashcards/${id}/export?format=apkg`, token));
  expect(Object.values(JSON.parse((await exported.file('media')?.async('string')) ?? '{}') as object)).toEqual([
    `lectern-${picture?.id ?? ''}.webp`,
  ]);
  await call('DELETE', `/flashcards/${id}`, { token });
  expect((await fetch(picture?.url ?? '')).status).toBe(404);
});
