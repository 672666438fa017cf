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
import type { MaterialParts } from './createMaterialParts.ts';
import { asListItem } from './materialDocument.ts';

/** The most passages of a slide that are shown. */
const passagesShown = 100;
/** Paragraphs of a text or document shown before and after the requested one. */
const paragraphsAround = 2;

/** A place in a source; without slide and paragraph, its beginning. */
export interface Place {
  slide?: number | undefined;
  paragraph?: number | undefined;
}

/** The passages of a slide, or those around a paragraph in its document. */
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

/** Reading of guides and their sources. */
export const createMaterialReading = (parts: MaterialParts, clock: () => Date) => ({
  /** A page of the learner's guides, newest first; `q` searches title, overview and markdown. */
  async list(userId: string, { limit, after, q }: PageQuery, signal?: AbortSignal): Promise<Page<StudyMaterialListItem>> {
    const { materials, texts } = parts;
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
  },

  get: async (userId: string, id: string): Promise<StudyMaterial> => parts.whole(await parts.own(userId, id)),

  /** The ids of the given guides that belong to the learner. */
  owned: async (userId: string, ids: readonly string[]): Promise<string[]> =>
    (await parts.materials.getMany({ userId, ids })).filter(({ state }) => state === 'live').map(({ _id }) => _id),

  /** The source that study generates from. @throws DomainError `not_found` */
  async source(userId: string, id: string): Promise<MaterialSource> {
    const { title } = await parts.own(userId, id);
    return { _id: id, title, source: (await parts.bodyOf({ userId, _id: id })).source };
  },

  /** The passages of a slide, or around a paragraph of a text or document: the context of a citation. */
  async passages(userId: string, id: string, place: Place): Promise<ShownPassage[]> {
    await parts.own(userId, id);
    const { source } = await parts.bodyOf({ userId, _id: id });
    return passagesAt(source.passages, place).slice(0, passagesShown);
  },
});
