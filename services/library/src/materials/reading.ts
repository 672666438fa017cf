import {
  placeOf,
  sameDocument,
  type MaterialSource,
  type PageQuery,
  type Passage,
  type ShownPassage,
  type StudyMaterial,
  type StudyMaterialListItem,
} from '@lectern/contracts';
import { readFoundPage, readPage, type Page } from '@lectern/service-kit';
import type { LibraryContext } from '../LibraryContext.ts';
import { asListItem } from './materialDocument.ts';
import { bodyOf, ownMaterial, wholeMaterial } from './materialParts.ts';

/** The maximum number of shown passages of a slide. */
const passagesShown = 100;
/** The number of paragraphs before and after the requested one in a text or document. */
const paragraphsAround = 2;

/** A place in a source. Defaults to its beginning. */
export interface Place {
  slide?: number | undefined;
  paragraph?: number | undefined;
}

/** Returns the passages of a slide, or those around a paragraph in its document. */
const passagesAt = (passages: readonly Passage[], { slide, paragraph }: Place): readonly Passage[] => {
  if (slide === undefined && paragraph === undefined) return passages;
  const isText = ({ pointer }: Passage): boolean => pointer.kind !== 'slide';
  const asked = passages.find((passage) => isText(passage) && placeOf(passage.pointer) === paragraph)?.pointer;
  return passages.filter(({ pointer }) =>
    pointer.kind === 'slide'
      ? pointer.slide === slide
      : asked !== undefined && sameDocument(pointer, asked) && Math.abs(placeOf(pointer) - placeOf(asked)) <= paragraphsAround,
  );
};

/** Lists a page of the learner's guides, newest first; `q` searches title, overview and Markdown. */
export async function listStudyMaterials(
  { store, clock }: LibraryContext,
  userId: string,
  { limit, after, q }: PageQuery,
  signal?: AbortSignal,
): Promise<Page<StudyMaterialListItem>> {
  const { materials, texts } = store;
  const cursor = after === undefined ? {} : { after };
  const query = q?.trim();
  const page = query
    ? await readFoundPage(
        limit,
        (size) => texts.search(userId, query, { order: 'desc', limit: size, signal, ...cursor }),
        async (ids) => (await materials.getMany({ userId, ids })).filter((material) => material.state === 'live'),
      )
    : await readPage(limit, (size) =>
        materials.find('byUser', { equals: { userId, state: 'live' }, order: 'desc', limit: size, ...cursor }),
      );
  return { ...page, items: page.items.map((material) => asListItem(material, clock())) };
}

/** @throws DomainError `not_found` */
export const getStudyMaterial = async (library: LibraryContext, userId: string, id: string): Promise<StudyMaterial> =>
  wholeMaterial(library, await ownMaterial(library, userId, id));

/** Returns the subset of `ids` that belongs to the learner. */
export const ownedMaterials = async ({ store }: LibraryContext, userId: string, ids: readonly string[]): Promise<string[]> =>
  (await store.materials.getMany({ userId, ids })).filter(({ state }) => state === 'live').map(({ _id }) => _id);

/** Returns the source for a generation by study. @throws DomainError `not_found` */
export async function sourceOf(library: LibraryContext, userId: string, id: string): Promise<MaterialSource> {
  const { title } = await ownMaterial(library, userId, id);
  return { _id: id, title, source: (await bodyOf(library, { userId, _id: id })).source };
}

/** Lists the passages of a slide, or around a paragraph of a text or document: the context of a citation. */
export async function listPassages(library: LibraryContext, userId: string, id: string, place: Place): Promise<ShownPassage[]> {
  await ownMaterial(library, userId, id);
  const { source } = await bodyOf(library, { userId, _id: id });
  return passagesAt(source.passages, place).slice(0, passagesShown);
}
