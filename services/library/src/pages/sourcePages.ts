import type { SourcePage } from '@lectern/contracts';
import type { Signed } from '@lectern/pictures';
import { notFound, type AccountExportFile, type CountOwner } from '@lectern/service-kit';
import type { LibraryContext } from '../LibraryContext.ts';
import { ownMaterial } from '../materials/materialParts.ts';
import type { Place } from '../materials/reading.ts';
import type { Original, StoredPage } from '../store.ts';

/** Returns whether a page shows a slide or a paragraph. */
const isAt = ({ kind, page, passages }: StoredPage, { slide, paragraph }: Place): boolean => {
  if (slide === undefined && paragraph === undefined) return true;
  if (kind === 'slide') return page === slide;
  return passages.some((passage) => passage.paragraph === paragraph);
};

/** Lists the pages of a guide's files with their addresses, or those that show a place. @throws DomainError `not_found` */
export async function listPages(library: LibraryContext, userId: string, id: string, place: Place): Promise<SourcePage[]> {
  await ownMaterial(library, userId, id);
  const { store, pages } = library;
  const stored = (await store.pages.get({ userId, _id: id }))?.pages ?? [];
  return stored
    .filter((page) => isAt(page, place))
    .map((page) => ({ ...page, url: pages.addresses.addressOf({ ownerId: id, pictureId: page.id }) }));
}

/**
 * Returns a page by its signed address. Invalid and expired addresses are refused before anything is read.
 *
 * @throws DomainError `not_found`, `rate_limited`
 */
export async function showPage(
  { store, pages }: LibraryContext,
  { id, pageId }: { id: string; pageId: string },
  signed: Signed,
  countOwner: CountOwner,
): Promise<Uint8Array<ArrayBuffer>> {
  if (!pages.addresses.isValid({ ownerId: id, pictureId: pageId }, signed)) throw notFound('Page');
  // The address does not contain the learner.
  const material = await store.materials.findOne('_id', { _id: id });
  if (material?.state !== 'live') throw notFound('Page');
  countOwner(material.userId);
  const bytes = await pages.files.read(material.userId, id, pageId);
  if (!bytes) throw notFound('Page');
  return bytes;
}

const endings = { slide: 'pptx', page: 'pdf', text: 'docx' } as const satisfies Record<Original['kind'], string>;

/** Yields the pages of a guide as files, and originals that are still kept. */
export async function* pageFiles({ store, pages }: LibraryContext, userId: string, id: string): AsyncIterable<AccountExportFile> {
  const document = await store.pages.get({ userId, _id: id });
  for (const [index, { id: pageId, kind, page }] of (document?.pages ?? []).entries()) {
    const bytes = await pages.files.read(userId, id, pageId);
    if (bytes) yield { name: `pages/${index + 1}-${kind === 'slide' ? 'slide' : 'page'}-${page}.webp`, content: bytes };
  }
  if (document?.dueAt === undefined) return;
  for (const { name, hash, kind } of document.originals) {
    const bytes = await pages.originals.read(userId, id, hash);
    if (bytes) yield { name: `files/${name}.${endings[kind]}`, content: bytes };
  }
}
