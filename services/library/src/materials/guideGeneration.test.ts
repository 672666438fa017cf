import { memoryStore } from '@lectern/document-store/testing';
import { newId } from '@lectern/document-store';
import { withoutPictures } from '@lectern/documents/materials';
import { modelNotices, silentLog } from '@lectern/service-kit';
import { BackgroundGenerations, Latest, creationOf } from '@lectern/service-kit/testing';
import { allCollections } from '../store.ts';
import type { GuideText, MadeGuide, StudyContent } from '../StudyContent.ts';
import { libraryOn, materialsOf } from '../testing.ts';

const ada = 'u1';
const source = {
  title: 'Heart',
  language: 'en',
  passages: [{ pointer: { kind: 'text' as const, paragraph: 1 }, kind: 'paragraph' as const, level: 0, text: 'The heart pumps.' }],
};
/** A guide of which the model has written so many of four sections. */
const guideOf = (written: number): GuideText => ({
  title: 'Heart',
  overview: `It pumps, ${written}.`,
  markdownContent: `# Heart\n\nWritten: ${written}.\n`,
  sources: [{ pointer: { kind: 'text', paragraph: 1 }, quote: `pumps ${written}` }],
  sections: Array.from({ length: 4 }, (_, index) => ({ heading: `Part ${index}`, generatedBy: index < written ? 'openai:m' : 'offline' })),
  omitted: [],
});

/** A learner with a guide of which the model has written one section at the answer, or another number. */
const setUp = async (written = 1) => {
  let now = new Date('2026-03-05T10:00:00Z');
  const clock = () => now;
  const store = memoryStore(allCollections);
  const states = new Latest<{ result: GuideText; isWhole: boolean }>();
  const run = { isStopped: false };
  let made: () => MadeGuide = () => ({
    ...guideOf(written),
    generatedBy: 'openai:m',
    rest: {
      states: states.values(),
      stop: () => {
        run.isStopped = true;
        states.end();
      },
    },
  });
  // No beat is due in a test.
  const background = new BackgroundGenerations({ log: silentLog, sleep: () => new Promise(() => undefined) });
  const content: StudyContent = {
    generatedBy: 'openai:m',
    follow: (rest, follower) => background.follow(rest, follower),
    progressOf: () => undefined,
    readDeck: async () => withoutPictures(source),
    readDocument: async () => withoutPictures(source),
    readText: async () => source,
    join: (deck) => deck,
    joinDocuments: ([first]) => first,
    guide: async () => made(),
    insertLines: async (_userId, _source, markdown) => markdown,
    suggestions: async () => [],
    ask: async () => ({ answer: '', answeredBy: 'nothing', passages: [] }),
    placePictures: (markdown) => markdown,
    contentOf: () => 'The heart pumps.',
  };
  const materials = materialsOf(libraryOn({ store, content, clock }));
  const upload = { file: undefined, documents: [], textContent: 'The heart pumps.', stylePreference: undefined };
  const guide = await materials.create(ada, upload, creationOf(newId(() => clock().getTime())));
  const settle = async (): Promise<void> => {
    for (let turn = 0; turn < 30; turn += 1) await new Promise(setImmediate);
  };
  return {
    materials,
    guide,
    run,
    read: () => materials.get(ada, guide._id),
    add: async (written: number, isWhole = false) => {
      states.put({ result: guideOf(written), isWhole });
      if (isWhole) states.end();
      await settle();
    },
    /** Nothing more comes. */
    end: async () => {
      states.end();
      await settle();
    },
    later: (milliseconds: number) => (now = new Date(now.getTime() + milliseconds)),
    answer: (next: () => MadeGuide) => (made = next),
  };
};

it('a guide is replaced section by section, with its overview, list and search', async () => {
  const { materials, guide, read, add } = await setUp();
  expect(guide.generation).toEqual({ state: 'running', asked: 4, made: 1 });
  await add(3);
  expect(await read()).toMatchObject({
    processedContent: { overview: 'It pumps, 3.', markdownContent: '# Heart\n\nWritten: 3.\n' },
    generation: { state: 'running', asked: 4, made: 3 },
    sources: guideOf(3).sources,
    edited: false,
  });
  await add(4, true);
  expect((await read()).generation).toEqual({ state: 'complete', asked: 4, made: 4 });
  const [listed] = (await materials.list(ada, { q: 'Written: 4' })).items;
  expect(listed).toMatchObject({ _id: guide._id, generation: { state: 'complete' } });
  // Further states are no versions of the learner's.
  expect(await materials.listVersions(ada, guide._id)).toHaveLength(1);
});

it('a guide that the learner has edited stays theirs', async () => {
  const { materials, guide, read, add, run } = await setUp();
  await materials.update(ada, guide._id, { content: '# My own' });
  await add(3);
  expect(await read()).toMatchObject({
    processedContent: { markdownContent: '# My own' },
    generation: { state: 'stopped', asked: 4, made: 1 },
  });
  expect(run.isStopped).toBe(true);
});

it('nothing is written after a deletion, nor after the learner has stopped it', async () => {
  const { materials, guide, read, add } = await setUp();
  const stopped = await materials.stop(ada, guide._id);
  expect(stopped.generation).toEqual({ state: 'stopped', asked: 4, made: 1 });
  await add(3);
  expect(await read()).toEqual(stopped);
  const other = await setUp();
  await other.materials.remove(ada, other.guide._id);
  await other.add(4, true);
  await expect(other.read()).rejects.toMatchObject({ code: 'not_found' });
  expect((await other.materials.list(ada, { q: 'Written' })).items).toEqual([]);
});

it("a guide is the embedded engine's until the model has written a section", async () => {
  const { guide, read, add } = await setUp(0);
  expect(guide).toMatchObject({ generatedBy: 'offline', generation: { state: 'running', made: 0 } });
  await add(2);
  expect((await read()).generatedBy).toBe('openai:m');
});

it('says so where the model writes nothing until the end', async () => {
  const { read, end } = await setUp(0);
  expect((await read()).notice).toBeUndefined();
  await end();
  expect(await read()).toMatchObject({ generatedBy: 'offline', generation: { state: 'stopped' }, notice: modelNotices.unavailable });
  const some = await setUp(1);
  await some.end();
  expect(await some.read()).toMatchObject({ generatedBy: 'openai:m', generation: { state: 'stopped', made: 1 } });
  expect((await some.read()).notice).toBeUndefined();
});

it('has stopped where its process says nothing more', async () => {
  const { read, later } = await setUp();
  later(121_000);
  expect((await read()).generation?.state).toBe('stopped');
});

describe('a rewrite', () => {
  it('keeps the former text as a version, and cites what either text cites', async () => {
    const { materials, guide, answer, add } = await setUp();
    await add(2, true);
    answer(() => ({ ...guideOf(4), generatedBy: 'openai:m' }));
    const anew = await materials.rewrite(ada, guide._id, creationOf('r1'));
    expect(anew).toMatchObject({
      processedContent: { markdownContent: guideOf(4).markdownContent },
      generation: { state: 'complete', made: 4 },
    });
    expect(anew.sources).toEqual([...guideOf(2).sources, ...guideOf(4).sources]);
    expect((await materials.listVersions(ada, guide._id)).map(({ isCurrent }) => isCurrent)).toEqual([true, false]);
    await materials.update(ada, guide._id, { version: 0 });
    expect((await materials.get(ada, guide._id)).processedContent.markdownContent).toBe(guideOf(2).markdownContent);
  });

  it('leaves the guide as it is where the model does not answer', async () => {
    const { materials, guide, answer, read, add } = await setUp();
    await add(2, true);
    const before = await read();
    answer(() => ({ ...guideOf(0), generatedBy: 'offline', notice: 'The language model did not answer.' }));
    await expect(materials.rewrite(ada, guide._id, creationOf('r1'))).rejects.toMatchObject({ code: 'unavailable' });
    expect(await read()).toEqual(before);
    // Or has written nothing until the deadline.
    let isStopped = false;
    const rest = { states: new Latest<{ result: GuideText; isWhole: boolean }>().values(), stop: () => (isStopped = true) };
    answer(() => ({ ...guideOf(0), generatedBy: 'openai:m', rest }));
    await expect(materials.rewrite(ada, guide._id, creationOf('r3'))).rejects.toMatchObject({ code: 'unavailable' });
    expect([await read(), isStopped]).toEqual([before, true]);
    await expect(materials.rewrite('u2', guide._id, creationOf('r2'))).rejects.toMatchObject({ code: 'not_found' });
  });
});
