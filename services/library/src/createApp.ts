import { internalPaths, OwnedMaterials, type PictureFile } from '@lectern/contracts';
import { largestUpload } from '@lectern/contracts/body-limits';
import {
  check,
  createOutbox,
  createResourceService,
  createUploadBudget,
  deliverEvent,
  DomainError,
  type ContentBackground,
  type ResourceServiceParts,
} from '@lectern/service-kit';
import { stringifyInPieces } from '@lectern/document-store';
import type { ObjectStore } from '@lectern/object-store';
import { createPictureAddresses } from '@lectern/pictures';
import type { PictureEncoder } from '@lectern/pictures';
import { createFolders } from './domain/createFolders.ts';
import { createLibraryFiles } from './domain/createLibraryFiles.ts';
import type { LibraryThreads } from './domain/LibraryThreads.ts';
import { createMaterials } from './domain/createMaterials.ts';
import type { StudyContent } from './domain/StudyContent.ts';
import { routes } from './routes.ts';
import { materialsCollection } from './store.ts';

const megabyte = 1024 * 1024;

export interface AppOptions extends ResourceServiceParts {
  content: StudyContent & ContentBackground;
  /** The files of pictures. */
  objects: ObjectStore;
  pictureEncoder: PictureEncoder;
  threads: LibraryThreads;
  /** The address of the gateway, as browsers see it. */
  apiUrl: string;
}

const asPictureFile = (bytes: Uint8Array): PictureFile => ({ base64: Buffer.from(bytes).toString('base64') });

/** Whose guides are asked for. */
const ownerOf = ({ userId }: { userId?: string | undefined }): string => {
  if (userId === undefined || userId === '') throw new DomainError('unauthenticated', 'Whose study guides?');
  return userId;
};

/** Creates the library service from its dependencies. */
export const createApp = ({ content, objects, pictureEncoder, threads, apiUrl, ...parts }: AppOptions) =>
  createResourceService({ ...parts, name: 'library' }, ({ quota, plans, deletedAccounts }) => {
    const { store, call, metrics, log, clock } = parts;
    const addresses = createPictureAddresses({ of: 'study-materials', secret: parts.internalSecret, apiUrl, clock });
    const materials = createMaterials({
      store,
      objects,
      addresses,
      content,
      pictureEncoder,
      threads,
      quota,
      plans,
      deletedAccounts,
      log,
      clock,
      send: () => outbox.flush(),
    });
    const folders = createFolders({ store, materials, quota, plans, log, clock });
    const uploads = createUploadBudget({ total: 400 * megabyte, perLearner: 2 * largestUpload, metrics });
    const outbox = createOutbox({
      collection: store.collection(materialsCollection),
      deliver: deliverEvent(call),
      emptied: ({ userId, _id }) => materials.finalizeDeletion(userId, _id),
      metrics,
      log,
      clock,
    });
    return {
      resources: { studyMaterials: materials, folders },
      routes: routes({ content, materials, folders, uploads }),
      internal: (service) => {
        service.post(internalPaths.ownedMaterials, async (c) => {
          const userId = ownerOf(c.get('identity'));
          const { ids } = check(OwnedMaterials, await c.req.json());
          return c.json({ ids: await materials.owned(userId, ids) } satisfies OwnedMaterials);
        });
        service.get('/internal/study-materials/:id/source', async (c) => {
          const userId = ownerOf(c.get('identity'));
          const json = await stringifyInPieces(await materials.source(userId, c.req.param('id')));
          return c.body(json, 200, { 'content-type': 'application/json' });
        });
        service.get('/internal/study-materials/:id/pictures', async (c) => {
          const userId = ownerOf(c.get('identity'));
          return c.json(await materials.pictures(userId, c.req.param('id')));
        });
        service.get('/internal/study-materials/:id/pictures/:pictureId', async (c) => {
          const userId = ownerOf(c.get('identity'));
          const { id, pictureId } = c.req.param();
          return c.json(asPictureFile(await materials.pictureFile(userId, id, pictureId)));
        });
      },
      degraded: () => content.degraded(),
      queues: [content, outbox],
      exportFiles: createLibraryFiles({ materials, folders }),
    };
  });
