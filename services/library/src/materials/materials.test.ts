import { Name, type Source } from '@lectern/contracts';
import { withoutPictures } from '@lectern/documents';
import { newId } from '@lectern/document-store';
import { flakyStore, memoryStore } from '@lectern/document-store/testing';
import { quotaCollection } from '@lectern/service-kit';
import { TaskEndedError } from '@lectern/service-kit/task-threads';
import { creationOf, threadsHere } from '@lectern/service-kit/testing';
import { memoryObjectStore } from '@lectern/object-store/testing';
import { allCollections, bodiesCollection, marksCollection, materialsCollection, versionsCollection } from '../store.ts';
import type { LibraryThreads } from '../LibraryThreads.ts';
import type { StudyContent } from '../StudyContent.ts';
import { libraryOn, materialsOf } from '../testing.ts';
import * as tasks from '../tasks.ts';

const clock = () => new Date('2026-03-05T10:00:00Z');
const pictureSlides = [{ slide: 4, title: 'The heart', description: 'A heart cut open' }];
const source: Source = {
  title: 'Heart',
  language: 'en',
  passages: [{ pointer: { kind: 'text', paragraph: 1 }, kind: 'paragraph', level: 0, text: 'The heart pumps.' }],
};

const setUp = (
  made: Partial<Awaited<ReturnType<StudyContent['guide']>>> = {},
  read: Source = source,
  threads: LibraryThreads = threadsHere(tasks),
) => {
  const store = flakyStore(memoryStore(allCollections));
  const objects = memoryObjectStore();
  const content: StudyContent = {
    generatedBy: 'test engine',
    follow: () => undefined,
    progressOf: () => undefined,
    readDeck: async () => ({ source: read, pictures: { pictures: [], leftOut: [] } }),
    readDocument: () => Promise.resolve(withoutPictures(read)),
    readText: () => Promise.resolve(read),
    join: (deck) => deck,
    joinDocuments: ([first]) => first,
    guide: async () => ({
      title: 'Heart',
      overview: 'It pumps.',
      markdownContent: '# Heart',
      sources: [],
      omitted: [],
      generatedBy: 'openai:m',
      sections: [],
      ...made,
    }),
    insertLines: async (_userId, _source, markdown, lines) => [markdown, ...lines.map(({ text }) => `- ${text}`)].join('\n'),
    suggestions: async () => [],
    ask: async () => ({ answer: 'It pumps.', answeredBy: 'passages', passages: [] }),
    placePictures: (markdown) => markdown,
    contentOf: () => 'The heart pumps.',
  };
  const materials = materialsOf(
    libraryOn({
      store,
      objects,
      content,
      threads,
      clock,
      encoded: {
        pictures: [{ bytes: new Uint8Array([1]), width: 100, height: 80, places: [{ slide: 4, alt: 'A heart' }] }],
        leftOut: [{ slide: 5, alt: 'A valve', reason: 'format' as const }],
      },
    }),
  );
  const create = () =>
    materials.create(
      'u1',
      { file: undefined, documents: [], textContent: 'The heart pumps.', stylePreference: undefined },
      creationOf(newId(() => clock().getTime())),
    );
  return { store, objects, materials, create };
};

it('the title of a new guide is a valid title', async () => {
  const { create } = setUp({ title: `\u202ex${'😀'.repeat(300)}` });
  const { title } = await create();
  expect(title).toBe(`x${'😀'.repeat(198)}`);
  expect(Name.parse(title)).toBe(title);
});

describe('study materials', () => {
  it('keeps an edit while another tab renames the guide, and stores nothing of a refused edit', async () => {
    const { store, materials, create } = setUp();
    const { _id } = await create();
    const rename = (title: string) => async () => void (await materials.update('u1', _id, { title }));
    store.onCall(3, rename('In another tab'));
    const saved = await materials.update('u1', _id, { content: '# My own' });
    expect([saved.title, saved.processedContent.markdownContent]).toEqual(['In another tab', '# My own']);
    store.onCall(3, rename('Once more'));
    await expect(materials.update('u1', _id, { title: 'Mine', content: '# Refused' })).rejects.toMatchObject({ code: 'conflict' });
    expect((await materials.get('u1', _id)).processedContent.markdownContent).toBe('# My own');
    expect((await materials.list('u1', { q: 'refused' })).items).toEqual([]);
  });

  it('sends study the newest title only, when earlier ones could not be sent', async () => {
    const { store, materials, create } = setUp();
    const { _id } = await create();
    for (const title of ['One', 'Two', 'Three']) await materials.update('u1', _id, { title });
    const stored = () => store.collection(materialsCollection).get({ userId: 'u1', _id });
    const { outbox = [], outboxCount } = (await stored()) ?? {};
    expect(outbox.map(({ payload }) => JSON.parse(payload) as unknown)).toMatchObject([{ title: 'Three', version: 4 }]);
    expect(outboxCount).toBe(1);
    // The event is delivered during the next rename.
    store.onCall(3, async () => {
      const collection = store.collection(materialsCollection);
      await collection.update({ userId: 'u1', _id }, { remove: { outbox: { _id: outbox[0]?._id ?? '' } }, increment: { outboxCount: -1 } });
    });
    expect((await materials.update('u1', _id, { title: 'Four' })).title).toBe('Four');
    await materials.remove('u1', _id);
    const types = (await stored())?.outbox.map(({ payload }) => (JSON.parse(payload) as { type: string }).type);
    expect(types).toEqual(['study-material.changed', 'study-material.deleted']);
  });

  it('has the language of its source, unless that is unknown', async () => {
    expect(await setUp({}, { ...source, language: 'ar' }).create()).toMatchObject({ language: 'ar' });
    expect(await setUp({}, { ...source, language: 'und' }).create()).not.toHaveProperty('language');
  });

  it('names the slides with pictures only', async () => {
    const withPictures = setUp({}, { ...source, pictureSlides });
    const guide = await withPictures.create();
    expect((await withPictures.materials.get('u1', guide._id)).pictureSlides).toEqual(pictureSlides);
    expect(await setUp().create()).not.toHaveProperty('pictureSlides');
    expect(await setUp({}, { ...source, pictureSlides: [] }).create()).not.toHaveProperty('pictureSlides');
  });

  it('deletes the pictures of a deleted guide when their storage is back', async () => {
    const { objects, materials, create } = setUp();
    const { _id } = await create();
    expect(objects.objects.size).toBe(1);
    objects.setReachable(false);
    await expect(materials.remove('u1', _id)).rejects.toThrow(/does not answer/);
    await expect(materials.finalizeDeletion('u1', _id)).rejects.toThrow(/does not answer/);
    objects.setReachable(true);
    await materials.finalizeDeletion('u1', _id);
    expect(objects.objects.size).toBe(0);
  });

  it('gives the file of a picture to the learner of its guide', async () => {
    const { materials, create } = setUp();
    const { _id, pictures = [] } = await create();
    const { id } = pictures[0]!;
    expect(await materials.pictureFile('u1', _id, id)).toEqual(new Uint8Array([1]));
    for (const [userId, pictureId] of [
      ['u2', id],
      ['u1', `${'0'.repeat(32)}-4`],
      ['u1', '../x'],
    ] as const)
      await expect(materials.pictureFile(userId, _id, pictureId)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('names the pictures that cannot be shown', async () => {
    expect((await setUp().create()).leftOutPictures).toEqual([{ slide: 5, alt: 'A valve', reason: 'format' }]);
  });

  it('names the engine that made the guide, which may differ from the requested one', async () => {
    expect((await setUp().create()).generatedBy).toBe('openai:m');
    const { create, materials } = setUp({ generatedBy: 'offline' });
    await create();
    expect((await materials.list('u1', {})).items).toMatchObject([{ generatedBy: 'offline' }]);
  });

  it('stores the model usage, and never answers it', async () => {
    const usage = { model: 'm', calls: 1, inputTokens: 100, outputTokens: 10, costUsd: 0.01 };
    const { create, store } = setUp({ usage });
    const guide = await create();
    expect(guide).not.toHaveProperty('usage');
    expect((await store.collection(bodiesCollection).get({ userId: 'u1', _id: guide._id }))?.usage).toEqual(usage);
  });

  it('shows the passages of a slide or around a paragraph, of the learner’s own guides only', async () => {
    const onSlide = (slide: number, paragraph: number, text: string): Source['passages'][number] => ({
      pointer: { kind: 'slide', slide, part: 'body', paragraph },
      kind: 'bullet',
      level: 0,
      text,
    });
    const pasted = Array.from({ length: 9 }, (_, index): Source['passages'][number] => ({
      pointer: { kind: 'text', paragraph: index + 1 },
      kind: 'paragraph',
      level: 0,
      text: `Paragraph ${index + 1}.`,
    }));
    const { create, materials } = setUp(
      {},
      { ...source, passages: [onSlide(1, 1, 'a'), onSlide(2, 1, 'b'), onSlide(2, 2, 'c'), ...pasted] },
    );
    const { _id } = await create();
    const texts = async (query: { slide?: number; paragraph?: number }) =>
      (await materials.passages('u1', _id, query)).map((passage) => passage.text);
    expect(await texts({ slide: 2 })).toEqual(['b', 'c']);
    expect(await texts({ slide: 7 })).toEqual([]);
    expect(await texts({ paragraph: 2 })).toEqual(['Paragraph 1.', 'Paragraph 2.', 'Paragraph 3.', 'Paragraph 4.']);
    expect(await texts({ slide: 1, paragraph: 9 })).toEqual(['a', 'Paragraph 7.', 'Paragraph 8.', 'Paragraph 9.']);
    expect(await texts({})).toHaveLength(12);
    await expect(materials.passages('u2', _id, { slide: 2 })).rejects.toMatchObject({ code: 'not_found' });
    await materials.remove('u1', _id);
    await expect(texts({ slide: 2 })).rejects.toMatchObject({ code: 'not_found' });
  });

  describe('versions', () => {
    const saveAll = async ({ materials }: ReturnType<typeof setUp>, id: string, contents: readonly string[]) => {
      for (const content of contents) await materials.update('u1', id, { content });
    };

    it('are the last ten of the learner’s own, the current one first, and what the engine made', async () => {
      const library = setUp();
      const { _id } = await library.create();
      expect(await library.materials.listVersions('u1', _id)).toEqual([
        { version: 0, savedAt: '2026-03-05T10:00:00.000Z', edited: false, isCurrent: true, preview: 'Heart...' },
      ]);
      await saveAll(
        library,
        _id,
        Array.from({ length: 13 }, (_, index) => `Mine ${index + 1}`),
      );
      const versions = await library.materials.listVersions('u1', _id);
      expect(versions.map(({ version }) => version)).toEqual([13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 0]);
      expect(versions.map(({ preview }) => preview).slice(0, 2)).toEqual(['Mine 13...', 'Mine 12...']);
      expect(versions.map(({ isCurrent, edited }) => [isCurrent, edited])).toEqual([
        [true, true],
        ...Array.from({ length: 9 }, () => [false, true]),
        [false, false],
      ]);
    });

    it('come back as the newest one, also that of the engine; the same markdown is no new version', async () => {
      const library = setUp();
      const { materials } = library;
      const { _id } = await library.create();
      await saveAll(library, _id, ['One', 'Two', 'Two']);
      const shown = async (version: number) => {
        const { processedContent, edited } = await materials.update('u1', _id, { version });
        return [processedContent.markdownContent, edited, (await materials.listVersions('u1', _id))[0]?.version];
      };
      expect(await shown(2)).toEqual(['Two', true, 2]);
      expect(await shown(1)).toEqual(['One', true, 3]);
      expect(await shown(0)).toEqual(['# Heart', false, 4]);
      expect((await materials.list('u1', { q: 'heart' })).items).toHaveLength(1);
      await expect(materials.update('u1', _id, { version: 5 })).rejects.toMatchObject({ code: 'not_found', message: 'Version not found.' });
    });

    it('lose nothing of saves at the same time', async () => {
      const library = setUp();
      const { _id } = await library.create();
      const contents = ['One', 'Two', 'Three'];
      await Promise.all(contents.map((content) => library.materials.update('u1', _id, { content })));
      const previews = (await library.materials.listVersions('u1', _id)).map(({ preview }) => preview);
      expect(previews.sort()).toEqual(['Heart...', 'One...', 'Three...', 'Two...']);
    });

    it('belong to their learner, and go with the guide and the account', async () => {
      const library = setUp();
      const { materials, store } = library;
      const kept = store.collection(versionsCollection);
      const { _id } = await library.create();
      await saveAll(library, _id, ['One']);
      for (const attempted of [materials.listVersions('u2', _id), materials.update('u2', _id, { version: 0 })])
        await expect(attempted).rejects.toMatchObject({ code: 'not_found', message: 'Study guide not found.' });
      await Promise.allSettled([materials.update('u1', _id, { content: 'Two' }), materials.remove('u1', _id)]);
      expect(await kept.count('byMaterial', { userId: 'u1' })).toBe(0);
      const other = await library.create();
      await saveAll(library, other._id, ['One']);
      await materials.eraseAll('u1');
      expect(await kept.count('byMaterial', { userId: 'u1' })).toBe(0);
    });
  });

  describe('marks', () => {
    const mark = { _id: 'k1', quote: 'The heart', before: '', after: ' pumps', colour: 'yellow' as const };

    it('are kept in the learner’s order; one whose words are gone is marked as lost, and found again when they are back', async () => {
      const { materials, create } = setUp({ markdownContent: '# Heart\n\nThe **heart** pumps.' });
      const { _id } = await create();
      expect(await materials.listMarks('u1', _id)).toEqual([]);
      const { _id: _own, ...second } = { ...mark, quote: 'pumps', note: 'Why?' };
      const kept = await materials.updateMarks('u1', _id, [mark, second]);
      expect(kept).toEqual([
        { ...mark, isLost: false },
        { ...second, _id: expect.stringMatching(/\S/), isLost: false },
      ]);
      expect(await materials.listMarks('u1', _id)).toEqual(kept);
      await materials.update('u1', _id, { content: 'A pump pumps.' });
      expect((await materials.listMarks('u1', _id)).map(({ isLost }) => isLost)).toEqual([true, false]);
      await materials.update('u1', _id, { version: 0 });
      expect(await materials.listMarks('u1', _id)).toEqual(kept);
      expect(await materials.updateMarks('u1', _id, [])).toEqual([]);
    });

    it('of two pages at once are all kept: each changes only its own', async () => {
      const { materials, create } = setUp();
      const { _id } = await create();
      const { _id: _own, ...words } = mark;
      const ids = Array.from({ length: 10 }, (_, index) => `k${index}`);
      await Promise.all(ids.map((id) => materials.updateMark('u1', _id, id, words)));
      expect((await materials.listMarks('u1', _id)).map((each) => each._id).sort()).toEqual(ids);
      await Promise.all([
        materials.updateMark('u1', _id, 'k1', { ...words, note: 'Why?', colour: 'blue' }),
        materials.removeMark('u1', _id, 'k2'),
        materials.updateMark('u1', _id, 'k3', { ...words, quote: 'gone' }),
      ]);
      const left = new Map((await materials.listMarks('u1', _id)).map((each) => [each._id, each]));
      expect(left.size).toBe(9);
      expect([left.get('k1'), left.get('k3')]).toMatchObject([{ note: 'Why?', colour: 'blue' }, { isLost: true }]);
    });

    it('are 500 at most; one that is not there cannot be removed', async () => {
      const { materials, create } = setUp();
      const { _id } = await create();
      const { _id: _own, ...words } = mark;
      await materials.updateMarks(
        'u1',
        _id,
        Array.from({ length: 500 }, (_, index) => ({ ...words, _id: `k${index}` })),
      );
      await expect(materials.updateMark('u1', _id, 'one-more', words)).rejects.toMatchObject({ code: 'conflict' });
      expect(await materials.updateMark('u1', _id, 'k499', words)).toMatchObject({ _id: 'k499' });
      expect(await materials.removeMark('u1', _id, 'k499')).toEqual({ _id: 'k499' });
      await expect(materials.removeMark('u1', _id, 'k499')).rejects.toMatchObject({ code: 'not_found' });
      expect(await materials.listMarks('u1', _id)).toHaveLength(499);
    });

    it.each(['', 'a'.repeat(65), 'a b', '../x', '\u0000'])('have ids of the one form: %j', async (id) => {
      const { materials, create } = setUp();
      const { _id } = await create();
      await expect(materials.updateMark('u1', _id, id, mark)).rejects.toMatchObject({ code: 'not_found' });
      expect(await materials.listMarks('u1', _id)).toEqual([]);
    });

    it('that an older version stored are changed, too', async () => {
      const { materials, create, store } = setUp();
      const { _id } = await create();
      await store.collection(marksCollection).insert({ _id, userId: 'u1', marks: [mark] });
      await materials.removeMark('u1', _id, mark._id);
      expect(await materials.listMarks('u1', _id)).toEqual([]);
    });

    it('are kept as found when the search takes too long', async () => {
      const ended: LibraryThreads['run'] = () => Promise.reject(new TaskEndedError());
      const { materials, create } = setUp({}, source, { ...threadsHere(tasks), run: ended });
      const { _id } = await create();
      const marks = Array.from({ length: 500 }, (_, index) => ({ ...mark, _id: `k${index}`, quote: 'These words are nowhere' }));
      const shown = await materials.updateMarks('u1', _id, marks);
      expect(shown).toHaveLength(500);
      expect(shown.every(({ isLost }) => !isLost)).toBe(true);
    });

    it('belong to their learner, and go with the guide and the account', async () => {
      const { materials, create, store } = setUp();
      const kept = store.collection(marksCollection);
      const { _id } = await create();
      for (const attempted of [
        materials.listMarks('u2', _id),
        materials.updateMarks('u2', _id, [mark]),
        materials.updateMark('u2', _id, mark._id, mark),
        materials.removeMark('u2', _id, mark._id),
      ])
        await expect(attempted).rejects.toMatchObject({ code: 'not_found' });
      await Promise.allSettled([materials.updateMarks('u1', _id, [mark]), materials.remove('u1', _id)]);
      expect(await kept.count('byUser', { userId: 'u1' })).toBe(0);
      const other = await create();
      await materials.updateMarks('u1', other._id, [mark]);
      await materials.eraseAll('u1');
      expect(await kept.count('byUser', { userId: 'u1' })).toBe(0);
    });
  });

  describe('lines that the guide leaves out', () => {
    const omitted = ['Ann Miller', 'heart.example', 'Agenda'].map((text, index) => ({
      text,
      pointer: { kind: 'text' as const, paragraph: index + 1 },
      reason: 'credit' as const,
    }));

    it('are put back into the guide, and listed no more; going back to an earlier version lists them again', async () => {
      const { materials, create } = setUp({ omitted });
      const { _id, omitted: listed } = await create();
      expect(listed).toEqual(omitted);
      const restored = await materials.restoreLines('u1', _id, { lines: [2, 0], of: 3 });
      expect(restored.processedContent.markdownContent).toBe('# Heart\n- Ann Miller\n- Agenda');
      expect(restored).toMatchObject({ omitted: [omitted[1]], edited: false });
      const back = await materials.update('u1', _id, { version: 0 });
      expect(back).toMatchObject({ omitted, processedContent: { markdownContent: '# Heart' } });
    });

    it('stay as they are where the learner writes the guide anew', async () => {
      const { materials, create } = setUp({ omitted });
      const { _id } = await create();
      expect(await materials.update('u1', _id, { content: '# Mine' })).toMatchObject({ omitted, edited: true });
      expect((await materials.restoreLines('u1', _id, { lines: [1] })).processedContent.markdownContent).toBe('# Mine\n- heart.example');
    });

    it('are not mistaken for others that moved up meanwhile', async () => {
      const { materials, create } = setUp({ omitted });
      const { _id } = await create();
      const chosen = { lines: [0], of: 3 };
      const both = await Promise.allSettled([materials.restoreLines('u1', _id, chosen), materials.restoreLines('u1', _id, chosen)]);
      expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      await expect(materials.restoreLines('u1', _id, chosen)).rejects.toMatchObject({ code: 'conflict' });
      await expect(materials.restoreLines('u1', _id, { lines: [2] })).rejects.toMatchObject({ code: 'invalid' });
      await expect(materials.restoreLines('u2', _id, { lines: [0] })).rejects.toMatchObject({ code: 'not_found' });
      expect((await materials.get('u1', _id)).omitted).toEqual(omitted.slice(1));
    });
  });

  describe('the place where the learner stopped reading', () => {
    const heart = { section: 'section-heart', part: 0.5 };
    const lungs = { section: 'section-lungs', part: 0 };

    it('is that of the device that was in the guide last, whenever the device says so', async () => {
      const { materials, create } = setUp();
      const { _id } = await create();
      expect(await materials.readingPlace('u1', _id)).toEqual({ place: null });
      const first = await materials.updateReadingPlace('u1', _id, { ...heart, secondsAgo: 60 });
      expect(first).toEqual({ place: { ...heart, readAt: '2026-03-05T09:59:00.000Z' } });
      expect(await materials.updateReadingPlace('u1', _id, { ...lungs, secondsAgo: 3_600 })).toEqual(first);
      expect(await materials.readingPlace('u1', _id)).toEqual(first);
      expect(await materials.updateReadingPlace('u1', _id, { ...lungs, secondsAgo: 0 })).toMatchObject({ place: lungs });
      expect(await materials.readingPlace('u1', _id)).toMatchObject({ place: lungs });
    });

    it('is kept beside marks that are changed at the same time', async () => {
      const { materials, create } = setUp();
      const { _id } = await create();
      const mark = { quote: 'The heart', before: '', after: ' pumps', colour: 'yellow' as const };
      await Promise.all([
        materials.updateReadingPlace('u1', _id, { ...heart, secondsAgo: 1 }),
        materials.updateMark('u1', _id, 'k1', mark),
        materials.updateReadingPlace('u1', _id, { ...lungs, secondsAgo: 0 }),
        materials.updateMark('u1', _id, 'k2', mark),
      ]);
      expect(await materials.readingPlace('u1', _id)).toMatchObject({ place: lungs });
      expect(await materials.listMarks('u1', _id)).toHaveLength(2);
    });

    it('belongs to its learner, is in the export, and goes with the guide and the account', async () => {
      const { materials, create, store } = setUp();
      const kept = store.collection(marksCollection);
      const { _id } = await create();
      const place = { ...heart, secondsAgo: 0 };
      for (const attempted of [materials.readingPlace('u2', _id), materials.updateReadingPlace('u2', _id, place)])
        await expect(attempted).rejects.toMatchObject({ code: 'not_found' });
      await materials.updateReadingPlace('u1', _id, place);
      const files: Record<string, unknown> = {};
      for await (const { name, content } of materials.guideFiles('u1', _id, 'guide')) files[name] = content;
      expect(String(files['guide/guide.json'])).toContain('section-heart');
      await Promise.allSettled([materials.updateReadingPlace('u1', _id, place), materials.remove('u1', _id)]);
      expect(await kept.count('byUser', { userId: 'u1' })).toBe(0);
      const other = await create();
      await materials.updateReadingPlace('u1', other._id, place);
      await materials.eraseAll('u1');
      expect(await kept.count('byUser', { userId: 'u1' })).toBe(0);
    });
  });

  it('deletes several guides, each on its own', async () => {
    const { materials, create } = setUp();
    const [one, two] = [await create(), await create()];
    expect(await materials.removeMany('u1', [one._id, 'nothing', two._id], 'r1')).toEqual({
      done: [one._id, two._id],
      failed: [{ _id: 'nothing', msg: 'Study guide not found.' }],
    });
    expect((await materials.list('u1', {})).items).toEqual([]);
  });

  it('refuses a source that is too large to store, and counts nothing', async () => {
    const [passage] = source.passages;
    const { store, create } = setUp(
      {},
      { ...source, passages: Array.from({ length: 7 }, () => ({ ...passage!, text: 'x'.repeat(1_000_000) })) },
    );
    await expect(create()).rejects.toMatchObject({ code: 'unreadable_file', message: expect.stringMatching(/split it/) as string });
    expect(await store.collection(bodiesCollection).count('_id', {})).toBe(0);
    expect((await store.collection(quotaCollection).get({ userId: 'u1', _id: 'u1:studyMaterials' }))?.held).toBe(0);
  });
});
