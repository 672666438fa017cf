import { SharedGuide, type ShareLink, type ShareLinkRequest, type StudyMaterial } from '@lectern/contracts';
import { pick, type CountOwner, type Creation } from '@lectern/service-kit';
import type { LibraryContext } from '../LibraryContext.ts';
import { ownMaterial, requireStillThere, wholeMaterial } from '../materials/materialParts.ts';
import { copyGuide } from './copyGuide.ts';

/** Makes the link of a guide, in place of an earlier one. @throws DomainError `not_found` */
export async function createGuideShare(
  library: LibraryContext,
  userId: string,
  id: string,
  request: ShareLinkRequest,
  creation: Creation,
): Promise<ShareLink> {
  await ownMaterial(library, userId, id);
  const link = await library.shareLinks.create({ userId, kind: 'guide', id }, request, creation);
  await requireStillThere(library, userId, id, () => library.shareLinks.end(userId, id));
  return link;
}

/** Returns what readers of a link see of a guide. @throws DomainError `not_found` */
export async function showGuide(
  library: LibraryContext,
  { userId, id, owner }: { userId: string; id: string; owner: string | null },
): Promise<SharedGuide> {
  const guide = await wholeMaterial(library, await ownMaterial(library, userId, id));
  return pick(SharedGuide, { ...guide, kind: 'guide', owner });
}

/** @throws DomainError `not_found`, `rate_limited` */
export async function showSharedGuide(library: LibraryContext, secret: string, countOwner: CountOwner): Promise<SharedGuide> {
  const shared = await library.shareLinks.find('guide', secret, countOwner);
  const guide = await showGuide(library, { ...shared, id: shared._id });
  await library.shareLinks.count(shared, 'opens');
  return guide;
}

/** Copies a shared guide into the reader's account. @throws DomainError `not_found`, `limit_reached` */
export async function copySharedGuide(library: LibraryContext, userId: string, secret: string, creation: Creation): Promise<StudyMaterial> {
  const { newId: id, resumed } = creation;
  const made = resumed ? await library.store.materials.get({ userId, _id: id }) : undefined;
  if (made?.state !== 'live') {
    const shared = await library.shareLinks.find('guide', secret, () => undefined);
    await copyGuide(library, { userId: shared.userId, id: shared._id }, userId, creation);
    await library.shareLinks.count(shared, 'copies');
  }
  return wholeMaterial(library, await ownMaterial(library, userId, id));
}
