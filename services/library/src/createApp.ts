import { internalPaths, OwnedMaterials, type PictureFile } from '@lectern/contracts';
import { largestUpload } from '@lectern/contracts/body-limits';
import {
  LatestResults,
  check,
  createOutbox,
  createResourceService,
  UploadBudget,
  deliverEvent,
  DomainError,
  type ContentBackground,
  type ResourceService,
  type ResourceServiceBuild,
  type ResourceServiceParts,
} from '@lectern/service-kit';
import { collectionsOf, stringifyInPieces } from '@lectern/document-store';
import type { ObjectStore } from '@lectern/object-store';
import { createPictureAddresses, createPictureFiles, type PictureEncoder } from '@lectern/pictures';
import { exportFiles } from './exportFiles.ts';
import { eraseFolders, folderExists } from './folders/folders.ts';
import type { LibraryContext } from './LibraryContext.ts';
import type { LibraryThreads } from './LibraryThreads.ts';
import { finalizeDeletion } from './materials/deleteStudyMaterial.ts';
import { discardMaterial, eraseMaterials, materialExists } from './materials/materialParts.ts';
import { listPictures, readPicture } from './materials/pictures.ts';
import { ownedMaterials, sourceOf } from './materials/reading.ts';
import { guidesKept } from './materials/suggestions.ts';
import { createPageQueue } from './pages/createPageQueue.ts';
import type { PageDrawer } from './pages/drawing/createPageDrawer.ts';
import type { OfficeConverter } from './pages/office/createOfficeConverter.ts';
import { routes } from './routes.ts';
import { collections } from './store.ts';
import type { StudyContent } from './StudyContent.ts';

const megabyte = 1024 * 1024;

export interface AppOptions extends ResourceServiceParts {
  content: StudyContent & ContentBackground;
  /** Stores the files of pictures. */
  objects: ObjectStore;
  pictureEncoder: PictureEncoder;
  pageDrawer: PageDrawer;
  /** Absent without LibreOffice. */
  officeConverter: OfficeConverter | undefined;
  threads: LibraryThreads;
  /** The gateway's address for browsers. */
  apiUrl: string;
}

const asPictureFile = (bytes: Uint8Array): PictureFile => ({ base64: Buffer.from(bytes).toString('base64') });

/** Returns the learner on whose behalf another service calls. */
const ownerOf = ({ userId }: { userId?: string | undefined }): string => {
  if (userId === undefined || userId === '') throw new DomainError('unauthenticated', 'Whose study guides?');
  return userId;
};

/** The calls of other services: which guides a learner has, their sources and their pictures. */
const internalRoutes =
  (library: LibraryContext): NonNullable<ResourceServiceBuild['internal']> =>
  (service) => {
    service.post(internalPaths.ownedMaterials, async (c) => {
      const userId = ownerOf(c.get('identity'));
      const { ids } = check(OwnedMaterials, await c.req.json());
      return c.json({ ids: await ownedMaterials(library, userId, ids) } satisfies OwnedMaterials);
    });
    service.get('/internal/study-materials/:id/source', async (c) => {
      const userId = ownerOf(c.get('identity'));
      const json = await stringifyInPieces(await sourceOf(library, userId, c.req.param('id')));
      return c.body(json, 200, { 'content-type': 'application/json' });
    });
    service.get('/internal/study-materials/:id/pictures', async (c) => {
      const userId = ownerOf(c.get('identity'));
      return c.json(await listPictures(library, userId, c.req.param('id')));
    });
    service.get('/internal/study-materials/:id/pictures/:pictureId', async (c) => {
      const userId = ownerOf(c.get('identity'));
      const { id, pictureId } = c.req.param();
      return c.json(asPictureFile(await readPicture(library, userId, id, pictureId)));
    });
  };

/** The resources with plan limits. */
const resourcesOf = (library: LibraryContext): ResourceServiceBuild['resources'] => ({
  studyMaterials: {
    exists: (id, userId) => materialExists(library, userId, id),
    discard: (id, userId) => discardMaterial(library, userId, id),
    eraseAll: (userId) => eraseMaterials(library, userId),
  },
  folders: {
    exists: (id, userId) => folderExists(library, userId, id),
    eraseAll: (userId) => eraseFolders(library, userId),
  },
});

/** Creates the library service from its dependencies. */
export const createApp = ({
  content,
  objects,
  pictureEncoder,
  pageDrawer,
  officeConverter,
  threads,
  apiUrl,
  ...parts
}: AppOptions): ResourceService =>
  createResourceService({ ...parts, name: 'library' }, (tools) => {
    const { call, metrics, log, clock } = parts;
    const store = collectionsOf(parts.store, collections);
    const library: LibraryContext = {
      ...{ store, content, ...tools, threads, log, clock },
      pictures: {
        files: createPictureFiles(objects, 'pictures'),
        addresses: createPictureAddresses({ of: 'study-materials', secret: parts.internalSecret, apiUrl, clock }),
        encoder: pictureEncoder,
      },
      pages: {
        files: createPictureFiles(objects, 'pages'),
        originals: createPictureFiles(objects, 'originals'),
        addresses: createPictureAddresses({ of: 'study-materials', show: 'pages', secret: parts.internalSecret, apiUrl, clock }),
        drawer: pageDrawer,
        office: officeConverter,
        flush: () => pageQueue.flush(),
      },
      latestSuggestions: new LatestResults({ mostOwners: guidesKept, clock }),
      flushOutbox: () => outbox.flush(),
    };
    const outbox = createOutbox({
      collection: store.materials,
      deliver: deliverEvent(call),
      emptied: ({ userId, _id }) => finalizeDeletion(library, userId, _id),
      metrics,
      log,
      clock,
    });
    const pageQueue = createPageQueue(library, metrics);
    const uploads = new UploadBudget({ total: 400 * megabyte, perLearner: 2 * largestUpload, metrics });
    return {
      resources: resourcesOf(library),
      routes: routes(library, uploads),
      internal: internalRoutes(library),
      degraded: () => content.degraded(),
      queues: [content, outbox, pageQueue],
      exportFiles: exportFiles(library),
    };
  });
