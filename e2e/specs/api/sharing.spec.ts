import { expect, test } from '@playwright/test';
import type { CardPicture, SharedCard, SourcePage } from '@lectern/contracts';
import { call, newLearner } from '../../support/api.ts';
import { allKinds, kinds, readLink as read, secretIn, shareAll, type Kind } from '../../support/shareAll.ts';

test('links are read without an account, copied into another one, counted, and end', { tag: '@engine' }, async () => {
  const [owner, reader] = await Promise.all([newLearner(), newLearner()]);
  const { ids, urls } = await shareAll(owner, { showName: true });
  const pagesOf = async (id: string, token: string) => (await call('GET', `/study-materials/${id}/pages`, { token })).body as SourcePage[];
  const pdfPages = async (id: string, token: string) => (await pagesOf(id, token)).filter(({ kind }) => kind === 'page');
  await expect.poll(async () => (await pdfPages(ids.guide, owner.token)).length, { timeout: 60_000 }).toBe(1);
  const copies: Partial<Record<Kind, string>> = {};
  for (const kind of allKinds) {
    expect(urls[kind]).toMatch(new RegExp(`/shared/${kind}/[0-9a-f]{64}$`));
    const shown = await read(kind, urls[kind]);
    expect([shown.status, shown.body.kind, shown.body.owner]).toEqual([200, kind, 'Ada']);
    expect(JSON.stringify(shown.body)).not.toContain(owner.userId);
    expect(JSON.stringify(shown.body)).not.toContain('Byron');
    const copied = await call('POST', `/${kinds[kind]}/shared/${secretIn(urls[kind])}/copy`, { token: reader.token });
    expect(copied.status, JSON.stringify(copied.body)).toBe(201);
    copies[kind] = copied.body._id as string;
    const { body } = await call('GET', `/${kinds[kind]}/${ids[kind]}/share`, { token: owner.token });
    expect(body).toMatchObject({ url: urls[kind], opens: 1, copies: 1, showName: true, endsAt: null });
  }
  const [picture] = (await read('guide', urls.guide)).body.pictures as { url: string }[];
  expect((await fetch(picture?.url ?? '')).headers.get('content-type')).toBe('image/webp');

  for (const kind of allKinds) {
    expect((await call('DELETE', `/${kinds[kind]}/${ids[kind]}/share`, { token: owner.token })).status).toBe(200);
    expect((await read(kind, urls[kind])).status).toBe(404);
    expect((await call('GET', `/${kinds[kind]}/${ids[kind]}/share`, { token: owner.token })).status).toBe(404);
  }
  // The copies do not depend on the originals.
  expect((await call('DELETE', '/auth/delete-account', { token: owner.token })).status).toBe(200);
  for (const kind of allKinds)
    expect((await call('GET', `/${kinds[kind]}/${copies[kind] ?? ''}`, { token: reader.token })).status, kind).toBe(200);
  const { body: guide } = await call('GET', `/study-materials/${copies.guide ?? ''}`, { token: reader.token });
  const { body: deck } = await call('GET', `/flashcards/${copies.deck ?? ''}`, { token: reader.token });
  const [page] = await pdfPages(copies.guide ?? '', reader.token);
  const pictures: readonly Partial<CardPicture>[] = [
    guide.pictures[0],
    (deck.cards as SharedCard[])[0]?.pictures?.[0] ?? {},
    { url: page?.url ?? '' },
  ];
  for (const { url = '' } of pictures) expect((await fetch(url)).headers.get('content-type'), url).toBe('image/webp');
});

test('links end on their date, with their account, and when they are replaced', { tag: '@engine' }, async () => {
  const owner = await newLearner();
  const { ids, urls } = await shareAll(owner);
  const share = (body: object) => call('POST', `/flashcards/${ids.deck}/share`, { token: owner.token, body });
  const past = (await share({ endsAt: new Date(Date.now() - 1_000).toISOString() })).body as { url: string };
  expect((await read('deck', past.url)).status).toBe(404);
  const endsAt = new Date(Date.now() + 2_000).toISOString();
  const replaced = (await share({ endsAt })).body as { url: string };
  expect((await read('deck', urls.deck)).status).toBe(404);
  await expect.poll(async () => (await read('deck', replaced.url)).status).toBe(404);
  expect(new Date().toISOString() > endsAt).toBe(true);
  expect((await call('DELETE', '/auth/delete-account', { token: owner.token })).status).toBe(200);
  for (const kind of ['guide', 'folder', 'quiz'] as const) await expect.poll(async () => (await read(kind, urls[kind])).status).toBe(404);
});
