import { memoryStore } from '@lectern/document-store/testing';
import { memoryObjectStore } from '@lectern/object-store/testing';
import { creationOf } from '@lectern/service-kit/testing';
import { addToFolder, createFolder, deleteFolder, getFolder } from '../folders/folders.ts';
import { deleteStudyMaterial } from '../materials/deleteStudyMaterial.ts';
import { eraseMaterials } from '../materials/materialParts.ts';
import { listStudyMaterials } from '../materials/reading.ts';
import { allCollections, type PagesDocument } from '../store.ts';
import { contentFake, insertGuide, libraryOn, withMethod } from '../testing.ts';
import { copySharedFolder, createFolderShare, showSharedFolder, showSharedFolderGuide } from './folderShares.ts';
import { copySharedGuide, createGuideShare, showSharedGuide } from './guideShares.ts';

const [ada, ben] = ['u1', 'u2'];
const uncounted = (): void => undefined;
const secretIn = (url: string): string => new URL(url).pathname.split('/').at(-1) ?? '';
const notFound = { code: 'not_found' };

let made = 0;
const creation = () => creationOf(`01956499-7000-7000-8000-${String(++made).padStart(12, '0')}`);

const setUp = () => {
  const objects = memoryObjectStore();
  const clock = () => new Date('2026-03-05T10:00:00Z');
  const library = libraryOn({ store: memoryStore(allCollections), objects, content: contentFake(), clock });
  const share = async (id: string) => secretIn((await createGuideShare(library, ada, id, {}, creation())).url);
  const shareFolder = async (id: string) => secretIn((await createFolderShare(library, ada, id, {}, creation())).url);
  const titlesOf = async (userId: string) => (await listStudyMaterials(library, userId, {})).items.map(({ title }) => title);
  return { objects, library, share, shareFolder, titlesOf };
};

/** Adds a picture and pages to a guide, and everything that is only its owner's. */
const addEverything = async ({ library }: ReturnType<typeof setUp>, id: string, pages: Partial<PagesDocument> = {}) => {
  const { store } = library;
  const key = { userId: ada, _id: id };
  const picture = { id: `${'a'.repeat(32)}-1`, slide: 1, alt: 'A heart', width: 10, height: 10, hash: 'b'.repeat(64) };
  const page = { id: 'c'.repeat(64), kind: 'slide' as const, page: 1, width: 10, height: 10, alt: '', passages: [] };
  const usage = { model: 'm', calls: 1, inputTokens: 5, outputTokens: 5 };
  await store.bodies.update(key, { set: { pictures: [picture], usage, markdownVersion: 3, markdownSavedAt: '2026-03-01T10:00:00Z' } });
  await library.pictures.files.store(ada, id, [{ hash: picture.hash, bytes: new Uint8Array([1]) }]);
  await library.pages.files.store(ada, id, [{ hash: page.id, bytes: new Uint8Array([2]) }]);
  await store.pages.insert({ ...key, state: 'made', originals: [], pages: [page], leaseOwner: '', ...pages });
  const mark = { _id: 'k1', quote: 'It pumps.', before: '', after: '', colour: 'pink' as const, createdAt: '2026-03-01T10:00:00.000Z' };
  await store.marks.insert({ ...key, marks: [mark] });
  const asked = { question: 'Why?', answer: 'So.', answeredBy: 'passages' as const, passages: [] };
  await store.questions.insert({ _id: 'a1', userId: ada, materialId: id, ...asked });
};

describe('a shared guide', () => {
  it('is shown without what is only its owner’s, and counts its openings', async () => {
    const fake = setUp();
    await insertGuide(fake.library, ada, 'm1');
    await addEverything(fake, 'm1');
    const guide = await showSharedGuide(fake.library, await fake.share('m1'), uncounted);
    expect(guide).toEqual({
      kind: 'guide',
      owner: null,
      title: 'Heart',
      language: 'en',
      stylePreference: null,
      processedContent: { overview: '', markdownContent: '# m1' },
      generatedBy: 'offline',
      sources: [],
      pictures: [expect.objectContaining({ slide: 1, url: expect.stringContaining('signature=') as string })],
    });
    expect(await fake.library.shareLinks.get(ada, 'm1')).toMatchObject({ opens: 1, copies: 0 });
  });

  it('is copied with its pictures and pages, and nothing of its owner', async () => {
    const fake = setUp();
    const { library, objects } = fake;
    await insertGuide(library, ada, 'm1');
    await addEverything(fake, 'm1');
    const copy = await copySharedGuide(library, ben, await fake.share('m1'), creation());
    expect(copy).toMatchObject({ title: 'Heart', folderId: null, processedContent: { markdownContent: '# m1' } });
    const key = { userId: ben, _id: copy._id };
    expect(await library.store.bodies.get(key)).not.toHaveProperty('usage');
    expect(await library.store.pages.get(key)).toMatchObject({ state: 'made', pages: [{ page: 1 }] });
    expect([await library.store.marks.get(key), await library.store.questions.count('byMaterial', { userId: ben })]).toEqual([
      undefined,
      0,
    ]);
    expect([...objects.objects.keys()].filter((name) => name.includes(copy._id)).sort()).toEqual([
      `pages/${ben}/${copy._id}/${'c'.repeat(64)}`,
      `pictures/${ben}/${copy._id}/${'b'.repeat(64)}`,
    ]);
    expect(await library.shareLinks.get(ada, 'm1')).toMatchObject({ copies: 1 });
    // The copy does not depend on its original.
    await eraseMaterials(library, ada);
    expect(await fake.titlesOf(ben)).toEqual(['Heart']);
    expect(await library.pictures.files.read(ben, copy._id, 'b'.repeat(64))).toEqual(new Uint8Array([1]));
  });

  it('is copied with the files of which pages are still to be made', async () => {
    const fake = setUp();
    const { library } = fake;
    await insertGuide(library, ada, 'm1');
    const original = { name: '1', hash: 'd'.repeat(64), kind: 'page' as const, attempts: 1, isDone: false };
    await addEverything(fake, 'm1', { state: 'waiting', originals: [original], pages: [], dueAt: '2026-03-05T09:00:00Z', leaseOwner: 'x' });
    await library.pages.originals.store(ada, 'm1', [{ hash: original.hash, bytes: new Uint8Array([3]) }]);
    const { _id } = await copySharedGuide(library, ben, await fake.share('m1'), creation());
    expect(await library.store.pages.get({ userId: ben, _id })).toMatchObject({
      state: 'waiting',
      originals: [{ ...original, attempts: 0 }],
      dueAt: '2026-03-05T10:00:00.000Z',
      leaseOwner: '',
    });
    expect(await library.pages.originals.read(ben, _id, original.hash)).toEqual(new Uint8Array([3]));
  });

  it('is copied under the limit of its reader', async () => {
    const { library, share, titlesOf } = setUp();
    await insertGuide(library, ada, 'm1');
    const secret = await share('m1');
    for (let copies = 0; copies < 5; copies += 1) await copySharedGuide(library, ben, secret, creation());
    await expect(copySharedGuide(library, ben, secret, creation())).rejects.toMatchObject({ code: 'limit_reached' });
    expect(await titlesOf(ben)).toHaveLength(5);
  });

  it('is gone with the guide, also when it is shared while it is deleted', async () => {
    const { library, share } = setUp();
    await insertGuide(library, ada, 'm1');
    await insertGuide(library, ada, 'm2');
    const secret = await share('m1');
    await deleteStudyMaterial(library, ada, 'm1');
    await expect(showSharedGuide(library, secret, uncounted)).rejects.toMatchObject(notFound);
    await expect(library.shareLinks.get(ada, 'm1')).rejects.toMatchObject(notFound);
    const { shareLinks } = library;
    const createAfterDeletion: typeof shareLinks.create = async (...given) => {
      await deleteStudyMaterial(library, ada, 'm2');
      return shareLinks.create(...given);
    };
    const late = { ...library, shareLinks: withMethod(shareLinks, 'create', createAfterDeletion) };
    await expect(createGuideShare(late, ada, 'm2', {}, creation())).rejects.toMatchObject(notFound);
    expect(await shareLinks.list(ada)).toEqual([]);
  });

  it('is only the owner’s to share', async () => {
    const { library } = setUp();
    await insertGuide(library, ada, 'm1');
    await expect(createGuideShare(library, ben, 'm1', {}, creation())).rejects.toMatchObject(notFound);
  });
});

describe('a shared folder', () => {
  const folderOf = async (fake: ReturnType<typeof setUp>, guides: readonly string[]) => {
    const { _id } = await createFolder(fake.library, ada, 'Cardiology', creation());
    for (const id of guides) {
      await insertGuide(fake.library, ada, id, `Guide ${id}`);
      await addToFolder(fake.library, ada, _id, id);
    }
    return { _id, secret: await fake.shareFolder(_id) };
  };

  it('shows the guides that it has now, and no others', async () => {
    const fake = setUp();
    const { library } = fake;
    const { _id, secret } = await folderOf(fake, ['m1']);
    await insertGuide(library, ada, 'm2', 'Later');
    await insertGuide(library, ada, 'm3', 'Elsewhere');
    await addToFolder(library, ada, _id, 'm2');
    const { name, guides } = await showSharedFolder(library, secret, uncounted);
    expect([name, guides.map(({ title }) => title)]).toEqual(['Cardiology', ['Later', 'Guide m1']]);
    expect(await showSharedFolderGuide(library, secret, 'm2', uncounted)).toMatchObject({ title: 'Later' });
    await expect(showSharedFolderGuide(library, secret, 'm3', uncounted)).rejects.toMatchObject(notFound);
    // The link of a folder is not one of its guides.
    await expect(showSharedGuide(library, secret, uncounted)).rejects.toMatchObject(notFound);
    await deleteFolder(library, ada, _id);
    await expect(showSharedFolder(library, secret, uncounted)).rejects.toMatchObject(notFound);
  });

  it('is copied with its guides in their order, once when an attempt continues', async () => {
    const fake = setUp();
    const { library } = fake;
    const { secret } = await folderOf(fake, ['m1', 'm2', 'm3']);
    const attempt = creation();
    const copy = await copySharedFolder(library, ben, secret, attempt);
    expect(copy).toMatchObject({ name: 'Cardiology', studyMaterialCount: 3, skipped: [] });
    expect(copy.materials.map(({ title }) => title)).toEqual(['Guide m3', 'Guide m2', 'Guide m1']);
    expect((await copySharedFolder(library, ben, secret, { ...attempt, resumed: true })).studyMaterialCount).toBe(3);
    expect(await fake.titlesOf(ben)).toHaveLength(3);
  });

  it('is copied as far as the limits of its reader go, and says the rest', async () => {
    const fake = setUp();
    const { library } = fake;
    const { secret } = await folderOf(fake, ['m1', 'm2', 'm3', 'm4', 'm5', 'm6', 'm7']);
    const { _id, skipped } = await copySharedFolder(library, ben, secret, creation());
    const reason = "You've reached your limit of 5 study guides. Upgrade to premium for unlimited guides.";
    expect(skipped).toEqual([{ reason, count: 2 }]);
    expect((await getFolder(library, ben, _id)).studyMaterialCount).toBe(5);
    await createFolder(library, ben, 'Own', creation());
    await expect(copySharedFolder(library, ben, secret, creation())).rejects.toMatchObject({ code: 'limit_reached' });
  });
});
