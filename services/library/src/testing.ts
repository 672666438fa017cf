import { freePlan } from '@lectern/contracts';
import { collectionsOf, type DocumentStore } from '@lectern/document-store';
import type { ObjectStore } from '@lectern/object-store';
import { memoryObjectStore } from '@lectern/object-store/testing';
import { createPictureAddresses, createPictureFiles, type EncodedPictures } from '@lectern/pictures';
import { LatestResults, createDeletedAccounts, createLeases, createQuota, silentLog, type Creation } from '@lectern/service-kit';
import { shareLinksFake, threadsHere } from '@lectern/service-kit/testing';
import type { LibraryContext } from './LibraryContext.ts';
import type { LibraryThreads } from './LibraryThreads.ts';
import { createStudyMaterial } from './materials/createStudyMaterial.ts';
import { deleteStudyMaterial, deleteStudyMaterials, finalizeDeletion } from './materials/deleteStudyMaterial.ts';
import { guideFiles } from './materials/exportStudyMaterial.ts';
import { rewriteStudyMaterial, stopGuideGeneration } from './materials/guideGeneration.ts';
import { deleteMark, listMarks, updateMark, updateMarks } from './materials/marks.ts';
import { eraseMaterials, materialExists } from './materials/materialParts.ts';
import { readPicture } from './materials/pictures.ts';
import { getStudyMaterial, listPassages, listStudyMaterials } from './materials/reading.ts';
import { getReadingPlace, updateReadingPlace } from './materials/readingPlaces.ts';
import type { Upload } from './materials/readMaterial.ts';
import { guidesKept } from './materials/suggestions.ts';
import { restoreLines, updateStudyMaterial } from './materials/updateStudyMaterial.ts';
import { listVersions } from './materials/versions.ts';
import { collections } from './store.ts';
import type { StudyContent } from './StudyContent.ts';
import * as tasks from './tasks.ts';

export interface LibraryFakeOptions {
  store: DocumentStore;
  content: StudyContent;
  clock: () => Date;
  objects?: ObjectStore;
  threads?: LibraryThreads;
  /** The result of encoding. */
  encoded?: EncodedPictures;
  pages?: Partial<Pick<LibraryContext['pages'], 'drawer' | 'office' | 'flush'>>;
}

/** Creates the library on a store, with defaults for other dependencies. */
export function libraryOn(options: LibraryFakeOptions): LibraryContext {
  const { store, content, clock, objects = memoryObjectStore(), threads = threadsHere(tasks) } = options;
  const leases = createLeases({ store, clock, log: silentLog });
  const library: LibraryContext = {
    store: collectionsOf(store, collections),
    leases,
    content,
    quota: createQuota(store, [{ resource: 'studyMaterials', exists: (id, userId) => materialExists(library, userId, id) }], leases, clock),
    plans: { planOf: async () => freePlan, apply: async () => undefined, erase: async () => undefined },
    deletedAccounts: createDeletedAccounts(store),
    shareLinks: shareLinksFake(store, clock),
    pictures: {
      files: createPictureFiles(objects, 'pictures'),
      addresses: createPictureAddresses({ of: 'study-materials', secret: 's', apiUrl: '', clock }),
      encoder: { encode: async () => options.encoded ?? { pictures: [], leftOut: [] } },
    },
    pages: {
      files: createPictureFiles(objects, 'pages'),
      originals: createPictureFiles(objects, 'originals'),
      addresses: createPictureAddresses({ of: 'study-materials', show: 'pages', secret: 's', apiUrl: '', clock }),
      drawer: { draw: async () => [] },
      office: undefined,
      flush: () => undefined,
      ...options.pages,
    },
    threads,
    latestSuggestions: new LatestResults({ mostOwners: guidesKept, clock }),
    flushOutbox: () => undefined,
    log: silentLog,
    clock,
  };
  return library;
}

/** Binds the functions for guides to a context. */
export const materialsOf = (library: LibraryContext) => {
  const of =
    <Arguments extends readonly unknown[], Result>(rule: (library: LibraryContext, ...given: Arguments) => Result) =>
    (...given: Arguments): Result =>
      rule(library, ...given);
  return {
    create: (userId: string, upload: Upload, creation: Creation) => createStudyMaterial(library, userId, upload, creation),
    exists: (id: string, userId: string) => materialExists(library, userId, id),
    get: of(getStudyMaterial),
    list: of(listStudyMaterials),
    passages: of(listPassages),
    pictureFile: of(readPicture),
    guideFiles: of(guideFiles),
    update: of(updateStudyMaterial),
    restoreLines: of(restoreLines),
    rewrite: of(rewriteStudyMaterial),
    stop: of(stopGuideGeneration),
    listVersions: of(listVersions),
    listMarks: of(listMarks),
    updateMarks: of(updateMarks),
    updateMark: of(updateMark),
    removeMark: of(deleteMark),
    readingPlace: of(getReadingPlace),
    updateReadingPlace: of(updateReadingPlace),
    remove: of(deleteStudyMaterial),
    removeMany: of(deleteStudyMaterials),
    finalizeDeletion: of(finalizeDeletion),
    eraseAll: of(eraseMaterials),
  };
};

/** Stores a guide without generating it. */
export async function insertGuide({ store }: LibraryContext, userId: string, _id: string, title = 'Heart'): Promise<void> {
  const source = { title, language: 'en', passages: [] };
  await store.bodies.insert({ _id, userId, source, markdown: `# ${_id}`, edited: false, citations: [] });
  await store.materials.insert({
    ...{ _id, userId, title, state: 'live', stylePreference: null, overview: '', preview: '', generatedBy: 'offline' },
    ...{ folderId: '', createdAt: '2026-03-05T10:00:00.000Z', version: 1, outbox: [], outboxCount: 0 },
  });
}

/** Replaces one method of a collection. */
export const withMethod = <C extends object, Name extends keyof C>(collection: C, name: Name, method: C[Name]): C =>
  new Proxy(collection, {
    get: (target, key) => {
      if (key === name) return method;
      const value: unknown = Reflect.get(target, key);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });

/** Creates a fake of study content with fixed results. Calls without a sensible default reject. */
export const contentFake = (change: Partial<StudyContent> = {}): StudyContent => ({
  generatedBy: 'test engine',
  follow: () => undefined,
  progressOf: () => undefined,
  readDeck: () => Promise.reject(new Error('not expected')),
  readDocument: () => Promise.reject(new Error('not expected')),
  readText: () => Promise.reject(new Error('not expected')),
  join: (deck) => deck,
  joinDocuments: ([first]) => first,
  guide: () => Promise.reject(new Error('not expected')),
  insertLines: async (_userId, _source, markdown) => markdown,
  suggestions: async () => [],
  ask: async () => ({ answer: '', answeredBy: 'nothing', passages: [] }),
  placePictures: (markdown) => markdown,
  contentOf: () => '',
  ...change,
});
