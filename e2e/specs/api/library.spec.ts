import { randomUUID } from 'node:crypto';
import { expect, test } from '@playwright/test';
import { pptxType } from '@lectern/contracts';
import { asPremium, call, fileForm, makePremium, newLearner, textForm, type Learner } from '../../support/api.ts';
import { lecture } from '../../support/lecture.ts';
import { sampleDeck } from '../../support/decks.ts';

const create = (learner: Learner, form: FormData, headers: Record<string, string> = {}) =>
  call('POST', '/study-materials/unified', { token: learner.token, form, headers });

test.describe('study materials', () => {
  test('a guide from pasted text: 201, listed, read, searched, changed, deleted', { tag: '@engine' }, async () => {
    const learner = await newLearner();
    const made = await create(learner, textForm(lecture, 'Cornell'));
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({
      _id: expect.any(String),
      title: expect.stringMatching(/cell respiration/i),
      stylePreference: 'Cornell',
      generatedBy: 'offline',
      edited: false,
      folderId: null,
      processedContent: { overview: expect.any(String), markdownContent: expect.stringContaining('#') },
    });
    expect(made.body.content).toContain('Glycolysis takes place in the cytoplasm of the cell.');
    expect(made.body.sources.length).toBeGreaterThan(3);
    for (const { pointer, quote } of made.body.sources) {
      expect(pointer).toMatchObject({ kind: 'text', paragraph: expect.any(Number) });
      expect(made.body.content).toContain(quote);
    }
    const id = made.body._id as string;

    const list = await call('GET', '/study-materials', { token: learner.token });
    expect(list.status).toBe(200);
    expect(list.body).toHaveLength(1);
    expect(list.body[0]).toMatchObject({ _id: id, preview: expect.stringMatching(/\.\.\.$/) });
    expect(list.body[0].processedContent.markdownContent).toBeUndefined();
    expect([...(list.body[0].preview as string)].length).toBeLessThanOrEqual(153);

    expect((await call('GET', '/study-materials?q=GLYCOLYSIS', { token: learner.token })).body).toHaveLength(1);
    expect((await call('GET', '/study-materials?q=nothing+like+that', { token: learner.token })).body).toHaveLength(0);
    expect((await call('GET', '/study-materials?limit=0', { token: learner.token })).status).toBe(400);

    // A word that occurs only in the guide's markdown is found before the markdown is replaced, but not afterwards.
    const { overview, markdownContent } = made.body.processedContent as { overview: string; markdownContent: string };
    const word =
      markdownContent.match(/[a-z]{7,}/g)?.find((each) => !`${overview} ${made.body.title as string}`.toLowerCase().includes(each)) ?? '';
    expect((await call('GET', `/study-materials?q=${word}`, { token: learner.token })).body).toHaveLength(1);
    const changed = await call('PUT', `/study-materials/${id}`, {
      token: learner.token,
      body: { title: 'My own', content: '# Mine\n\nWords.' },
    });
    expect(changed.status).toBe(200);
    expect(changed.body).toMatchObject({ title: 'My own', edited: true, processedContent: { markdownContent: '# Mine\n\nWords.' } });
    expect(changed.body.content).toBe(made.body.content);
    expect((await call('PUT', `/study-materials/${id}`, { token: learner.token, body: { title: '' } })).status).toBe(400);
    expect((await call('GET', `/study-materials?q=${word}`, { token: learner.token })).body).toHaveLength(0);

    expect((await call('DELETE', `/study-materials/${id}`, { token: learner.token })).body).toEqual({ _id: id });
    expect((await call('GET', `/study-materials/${id}`, { token: learner.token })).status).toBe(404);
    expect((await call('DELETE', `/study-materials/${id}`, { token: learner.token })).status).toBe(404);
    expect((await call('GET', '/subscription/limits', { token: learner.token })).body.studyMaterials).toEqual({
      current: 0,
      limit: 5,
      canCreate: true,
    });
  });

  test('a guide from slides, with pointers to slides and notes', async () => {
    const learner = await newLearner();
    const made = await create(learner, fileForm(sampleDeck('nursing-heart-failure.pptx')));
    expect(made.status).toBe(201);
    expect(made.body.sources.some(({ pointer }: { pointer: { kind: string } }) => pointer.kind === 'slide')).toBe(true);
    const both = fileForm(sampleDeck('nursing-heart-failure.pptx'));
    both.set('textContent', 'Digoxin is a drug that strengthens the contraction of the heart.');
    both.set('stylePreference', 'null');
    const joined = await create(learner, both);
    expect(joined.status).toBe(201);
    expect(joined.body.content).toContain('Digoxin is a drug');
    expect(joined.body.stylePreference).toBeNull();
  });

  test('any readable text makes a guide, however short', async () => {
    expect((await create(await newLearner(), textForm('Osmosis is the diffusion of water.'))).status).toBe(201);
  });

  test('what cannot be a deck: 400, 413, 415, 422, and no limit is used', async () => {
    const learner = await newLearner();
    const answer = async (form: FormData) => {
      const { status, body } = await create(learner, form);
      expect(body).toMatchObject({ msg: expect.any(String), code: expect.any(String), requestId: expect.any(String) });
      return status;
    };
    const empty = await create(learner, textForm('   '));
    expect(empty.status).toBe(400);
    expect(empty.body.msg).toBe('Please enter some content or upload a PowerPoint file');
    const bytes = new Uint8Array([1, 2, 3]);
    const wrong = await create(learner, fileForm(bytes, 'notes.pdf', 'application/pdf'));
    expect(wrong.status).toBe(415);
    expect(wrong.body.msg).toBe('Please upload a PPTX file');
    expect(await answer(fileForm(bytes, 'notes.pdf', pptxType))).toBe(415);
    expect(await answer(fileForm(bytes, 'lecture.pptx'))).toBe(422);
    expect(await answer(fileForm(sampleDeck('law-contract-formation.pptx').slice(0, 20_000)))).toBe(422);
    expect(await answer(fileForm(new Uint8Array(51 * 1024 * 1024)))).toBe(413);
    expect(await answer(textForm('x'.repeat(1_000_001)))).toBe(413);
    expect(await answer(textForm('words', 's'.repeat(2_001)))).toBe(400);
    expect((await call('POST', '/study-materials/unified', { token: learner.token, body: { textContent: 'words' } })).status).toBe(415);
    expect((await call('POST', '/study-materials/unified', { form: textForm('words') })).status).toBe(401);
    expect((await call('GET', '/subscription/limits', { token: learner.token })).body.studyMaterials.current).toBe(0);
  });

  test('five are the limit, also when twelve come at once; a premium learner has none', { tag: '@engine' }, async () => {
    const learner = await newLearner();
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) => create(learner, textForm(`Osmosis number ${index} is the diffusion of water.`))),
    );
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(5);
    const refused = answers.filter((answer) => answer.status === 403);
    expect(refused).toHaveLength(7);
    expect(refused[0]?.body).toMatchObject({ upgradeRequired: true, code: 'limit_reached', msg: expect.any(String) });
    // Billing fetches the counts, and falls back to the last known ones after half a second.
    await expect
      .poll(() => call('GET', '/subscription/limits', { token: learner.token }))
      .toMatchObject({ status: 200, body: { studyMaterials: { current: 5, limit: 5, canCreate: false } } });
    await makePremium(learner);
    expect((await asPremium(() => create(learner, textForm('One more is the sixth.')))).status).toBe(201);
    expect((await call('GET', '/subscription/limits', { token: learner.token })).body).toMatchObject({
      isPremium: true,
      studyMaterials: { limit: null, canCreate: true },
    });
  });

  test('the same Idempotency-Key makes one guide', { tag: '@engine' }, async () => {
    const learner = await newLearner();
    const headers = { 'idempotency-key': randomUUID() };
    const [first, second] = await Promise.all([
      create(learner, textForm('Osmosis is diffusion.'), headers),
      create(learner, textForm('Osmosis is diffusion.'), headers),
    ]);
    expect([first?.status, second?.status]).toEqual([201, 201]);
    expect(second?.body._id).toBe(first?.body._id);
    expect((await create(learner, textForm('Something else is said.'), headers)).status).toBe(422);
    expect((await call('GET', '/study-materials', { token: learner.token })).body).toHaveLength(1);
  });

  test('pages by cursor, also when the last one seen is gone', { tag: '@engine' }, async () => {
    const learner = await newLearner();
    const ids: string[] = [];
    for (let index = 0; index < 3; index++) ids.unshift((await create(learner, textForm(`Fact ${index} is known.`))).body._id as string);
    const first = await call('GET', '/study-materials?limit=2', { token: learner.token });
    expect(first.body.map((item: { _id: string }) => item._id)).toEqual(ids.slice(0, 2));
    expect(first.headers.get('x-next')).toBe(ids[1]);
    await call('DELETE', `/study-materials/${ids[1]}`, { token: learner.token });
    const second = await call('GET', `/study-materials?limit=2&after=${ids[1]}`, { token: learner.token });
    expect(second.body.map((item: { _id: string }) => item._id)).toEqual(ids.slice(2));
    expect(second.headers.get('x-next')).toBeNull();
  });

  test('somebody else’s are 404', { tag: '@engine' }, async () => {
    const [owner, stranger] = await Promise.all([newLearner(), newLearner()]);
    const { _id } = (await create(owner, textForm('Mine is mine.'))).body as { _id: string };
    for (const [method, body] of [
      ['GET', undefined],
      ['PUT', { title: 'Yours' }],
      ['DELETE', undefined],
    ] as const)
      expect((await call(method, `/study-materials/${_id}`, { token: stranger.token, ...(body && { body }) })).status).toBe(404);
    expect((await call('GET', '/study-materials', { token: stranger.token })).body).toEqual([]);
  });
});

test.describe('folders', () => {
  test('made, listed, filled, emptied, deleted; a guide is in one at most', { tag: '@engine' }, async () => {
    const learner = await newLearner();
    const { token } = learner;
    const one = await call('POST', '/folders', { token, body: { name: '  Biology  ' } });
    expect(one.status).toBe(201);
    expect(one.body).toMatchObject({ name: 'Biology', studyMaterials: [], studyMaterialCount: 0 });
    const two = await call('POST', '/folders', { token, body: { name: 'Law' } });
    const third = await call('POST', '/folders', { token, body: { name: 'Third' } });
    expect(third.status).toBe(403);
    expect(third.body.upgradeRequired).toBe(true);
    expect((await call('POST', '/folders', { token, body: { name: ' ' } })).status).toBe(400);
    expect((await call('POST', '/folders', { body: { name: 'x' } })).status).toBe(401);

    const guide = (await create(learner, textForm('Osmosis is the diffusion of water.'))).body._id as string;
    const added = await call('POST', `/folders/${one.body._id}/materials`, { token, body: { materialId: guide } });
    expect(added.status).toBe(200);
    expect(added.body).toMatchObject({ studyMaterials: [guide], studyMaterialCount: 1 });
    const moved = await call('POST', `/folders/${two.body._id}/materials`, { token, body: { materialId: guide } });
    expect(moved.body.studyMaterials).toEqual([guide]);
    expect((await call('GET', `/folders/${one.body._id}`, { token })).body.studyMaterialCount).toBe(0);
    const detail = await call('GET', `/folders/${two.body._id}`, { token });
    expect(detail.body.materials[0]).toMatchObject({ _id: guide, folderId: two.body._id });

    expect((await call('POST', `/folders/${one.body._id}/materials`, { token, body: { materialId: 'nothing' } })).status).toBe(404);
    expect((await call('POST', `/folders/${one.body._id}/materials`, { token, body: {} })).status).toBe(400);
    expect((await call('DELETE', `/folders/${one.body._id}/materials/${guide}`, { token })).status).toBe(404);
    expect((await call('DELETE', `/folders/${two.body._id}/materials/${guide}`, { token })).body.studyMaterialCount).toBe(0);

    await call('POST', `/folders/${two.body._id}/materials`, { token, body: { materialId: guide } });
    expect((await call('DELETE', `/folders/${two.body._id}`, { token })).body).toEqual({ _id: two.body._id });
    expect((await call('GET', `/folders/${two.body._id}`, { token })).status).toBe(404);
    expect((await call('GET', `/study-materials/${guide}`, { token })).body.folderId).toBeNull();
    expect((await call('GET', '/folders?q=BIO', { token })).body).toHaveLength(1);

    const stranger = await newLearner();
    for (const [method, path, body] of [
      ['GET', `/folders/${one.body._id}`, undefined],
      ['DELETE', `/folders/${one.body._id}`, undefined],
      ['POST', `/folders/${one.body._id}/materials`, { materialId: guide }],
      ['DELETE', `/folders/${one.body._id}/materials/${guide}`, undefined],
    ] as const)
      expect((await call(method, path, { token: stranger.token, ...(body && { body }) })).status).toBe(404);
  });
});
