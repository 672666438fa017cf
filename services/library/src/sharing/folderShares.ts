import type { SharedFolder } from '@lectern/contracts';
import {
  mostCopiedGuides,
  SharedFolderGuide,
  type CopiedFolder,
  type SharedGuide,
  type ShareLink,
  type ShareLinkRequest,
} from '@lectern/contracts';
import { DomainError, notFound, pick, type CountOwner, type Creation } from '@lectern/service-kit';
import { createFolder, folderExists, getFolder } from '../folders/folders.ts';
import type { LibraryContext } from '../LibraryContext.ts';
import { ownMaterial } from '../materials/materialParts.ts';
import { copyGuide } from './copyGuide.ts';
import { showGuide } from './guideShares.ts';

/** Makes the link of a folder, in place of an earlier one. @throws DomainError `not_found` */
export async function createFolderShare(
  library: LibraryContext,
  userId: string,
  id: string,
  request: ShareLinkRequest,
  creation: Creation,
): Promise<ShareLink> {
  if (!(await folderExists(library, userId, id))) throw notFound('Folder');
  const link = await library.shareLinks.create({ userId, kind: 'folder', id }, request, creation);
  if (await folderExists(library, userId, id)) return link;
  await library.shareLinks.end(userId, id);
  throw notFound('Folder');
}

/** Returns a shared folder with the guides that it has now. @throws DomainError `not_found`, `rate_limited` */
export async function showSharedFolder(library: LibraryContext, secret: string, countOwner: CountOwner): Promise<SharedFolder> {
  const shared = await library.shareLinks.find('folder', secret, countOwner);
  const { name, materials } = await getFolder(library, shared.userId, shared._id);
  await library.shareLinks.count(shared, 'opens');
  // As in the owner's folder, whose cards show the overviews.
  const guides = materials.map((guide) => pick(SharedFolderGuide, { ...guide, preview: guide.processedContent.overview || guide.preview }));
  return { kind: 'folder', owner: shared.owner, name, guides };
}

/** Returns a guide of a shared folder. @throws DomainError `not_found`, `rate_limited` */
export async function showSharedFolderGuide(
  library: LibraryContext,
  secret: string,
  id: string,
  countOwner: CountOwner,
): Promise<SharedGuide> {
  const { _id: folderId, userId, owner } = await library.shareLinks.find('folder', secret, countOwner);
  if ((await ownMaterial(library, userId, id)).folderId !== folderId) throw notFound('Study guide');
  return showGuide(library, { userId, id, owner });
}

/** The ids of copied guides sort like those of the originals. A retry finds the copies of its first attempt by them. */
const copiedId = (folderId: string, index: number): string => `${folderId}-${String(index).padStart(3, '0')}`;

/**
 * Copies a shared folder with its newest guides into the reader's account, as far as the reader's limits go.
 *
 * @throws DomainError `not_found`; `limit_reached` for the folder itself
 */
export async function copySharedFolder(library: LibraryContext, userId: string, secret: string, creation: Creation): Promise<CopiedFolder> {
  const shared = await library.shareLinks.find('folder', secret, () => undefined);
  const { name, studyMaterials } = await getFolder(library, shared.userId, shared._id);
  const folder = await createFolder(library, userId, name, creation);
  const wanted = studyMaterials.slice(0, mostCopiedGuides);
  let skipped: CopiedFolder['skipped'] = [];
  for (const [index, id] of wanted.entries()) {
    const copyId = copiedId(folder._id, mostCopiedGuides - index);
    if ((await library.store.materials.get({ userId, _id: copyId }))?.state === 'live') continue;
    try {
      await copyGuide(library, { userId: shared.userId, id }, userId, { newId: copyId, confirm: creation.confirm }, folder._id);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      // The owner deleted the guide meanwhile.
      if (error.code === 'not_found') continue;
      if (error.code !== 'limit_reached') throw error;
      skipped = [{ reason: error.message, count: wanted.length - index }];
      break;
    }
  }
  const further = studyMaterials.length - wanted.length;
  if (further > 0) skipped.push({ reason: `A copy takes at most ${mostCopiedGuides} guides of a folder.`, count: further });
  await library.shareLinks.count(shared, 'copies');
  return { ...(await getFolder(library, userId, folder._id)), skipped };
}
