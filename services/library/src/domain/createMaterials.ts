import {
  sizes,
  StudyMaterial,
  StudyMaterialListItem,
  titleFrom,
  type MaterialSource,
  type PageQuery,
  type ServiceEvent,
  type ShownPassage,
  type Source,
} from '@lectern/contracts';
import { DuplicateKeyError, newId, type DocumentStore } from '@lectern/document-store';
import {
  DomainError,
  eventEntry,
  notFound,
  pick,
  readFoundPage,
  readPage,
  type Creation,
  type DeletedAccounts,
  type Page,
  type Plans,
  type Quota,
} from '@lectern/service-kit';
import { bodiesCollection, materialsCollection, textsCollection, type MaterialDocument } from '../store.ts';
import { previewOf } from './previewOf.ts';
import type { StudyContent } from './StudyContent.ts';

export interface MaterialsOptions {
  store: DocumentStore;
  content: StudyContent;
  quota: Quota;
  plans: Plans;
  deletedAccounts: DeletedAccounts;
  clock: () => Date;
  /** Delivers waiting outbox entries now. */
  send: () => void;
}

/** The input of a new guide. */
export interface Upload {
  file: { name: string; bytes: Uint8Array } | undefined;
  textContent: string;
  stylePreference: string | undefined;
}

export const asListItem = (material: MaterialDocument): StudyMaterialListItem =>
  pick(StudyMaterialListItem, { ...material, processedContent: { overview: material.overview }, folderId: material.folderId || null });

/** The most passages of a slide that are shown. */
const passagesShown = 100;

/** Paragraphs of pasted text shown before and after the requested one. */
const paragraphsAround = 2;

/** The approximate stored size of a source, without serializing it. */
const bytesOf = ({ passages }: Source): number =>
  passages.reduce((sum, { text, cells }) => sum + 150 + Buffer.byteLength(text) * (cells ? 2 : 1), 0);

/** Rules of study materials: creating, changing and deleting guides. */
export function createMaterials({ store, content, quota, plans, deletedAccounts, clock, send }: MaterialsOptions) {
  const materials = store.collection(materialsCollection);
  const bodies = store.collection(bodiesCollection);
  const texts = store.collection(textsCollection);

  /** A material of the learner that is not deleted. @throws DomainError `not_found` */
  const own = async (userId: string, id: string): Promise<MaterialDocument> => {
    const material = await materials.get(id);
    if (!material || material.userId !== userId || material.state !== 'live') throw notFound('Study guide');
    return material;
  };

  const whole = async (material: MaterialDocument): Promise<StudyMaterial> => {
    const body = await bodies.get(material._id);
    if (!body) throw notFound('Study guide');
    const { pictureSlides } = body.source;
    return pick(StudyMaterial, {
      ...material,
      ...body,
      content: content.contentOf(body.source),
      processedContent: { overview: material.overview, markdownContent: body.markdown },
      folderId: material.folderId || null,
      sources: body.citations,
      pictureSlides: pictureSlides?.length ? pictureSlides : undefined,
    });
  };

  /** The outbox after a rename. Undelivered events about older titles are dropped. */
  const outboxWith = ({ _id, userId, version, outbox }: MaterialDocument, title: string, eventId: string): MaterialDocument['outbox'] => [
    ...outbox.filter(({ payload }) => (JSON.parse(payload) as ServiceEvent).type !== 'study-material.changed'),
    eventEntry('study', { type: 'study-material.changed', eventId, userId, studyMaterialId: _id, title, version: version + 1 }),
  ];

  /** Stores a new title, if there is one, and the preview of the markdown. @throws DomainError `conflict` after a concurrent rename */
  const change = async (userId: string, id: string, title: string | undefined, markdown: string): Promise<MaterialDocument> => {
    const first = await own(userId, id);
    for (let round = 0; round < 10; round++) {
      const material = round === 0 ? first : await own(userId, id);
      const preview = previewOf(markdown, material.overview);
      const isRename = title !== undefined && title !== material.title;
      if (isRename && material.version !== first.version) break;
      const outbox = isRename
        ? outboxWith(
            material,
            title,
            newId(() => clock().getTime()),
          )
        : [];
      const changed = isRename
        ? await materials.update(
            id,
            {
              set: {
                title,
                preview,
                version: material.version + 1,
                outbox,
                outboxCount: outbox.length,
                outboxSince: clock().toISOString(),
              },
            },
            // An event about an earlier title may be in delivery; then the document is read once more.
            { equals: { state: 'live', version: material.version, outboxCount: material.outboxCount } },
          )
        : await materials.update(id, { set: { preview } }, { equals: { state: 'live' } });
      if (changed) return changed;
    }
    throw new DomainError('conflict', 'This study guide was changed elsewhere. Please try again.');
  };

  const searchText = (title: string, overview: string, markdown: string) => `${title}\n${overview}\n${markdown}`;

  return {
    own,
    whole,

    /** Creates a guide from a deck, a text, or both. */
    async create(userId: string, upload: Upload, { newId: id, resumed }: Creation): Promise<StudyMaterial> {
      if (resumed) {
        const made = await materials.get(id);
        if (made?.userId === userId && made.state === 'live') return whole(made);
      }
      const plan = await plans.planOf(userId);
      const limit = plan.limits.studyMaterials;
      return quota.create(
        {
          resource: 'studyMaterials',
          userId,
          id,
          limit,
          message: `You've reached your limit of ${limit} study guides. Upgrade to premium for unlimited guides.`,
        },
        async () => {
          const deck = upload.file && (await content.readDeck(userId, upload.file.bytes));
          const text = upload.textContent.trim() ? await content.readText(userId, upload.textContent) : undefined;
          const source = deck && text ? content.join(deck, text) : (deck ?? text);
          if (!source) throw new DomainError('invalid', 'Please enter some content or upload a PowerPoint file');
          if (source.passages.length === 0) throw new DomainError('too_little_material', 'There is no readable text in this file.');
          if (bytesOf(source) > sizes.sourceBytes)
            throw new DomainError(
              'unreadable_file',
              'There is more text here than one study guide can hold. Please split it into several.',
            );
          const guide = await content.guide(userId, source, upload.stylePreference);
          const material: MaterialDocument = {
            _id: id,
            userId,
            state: 'live',
            title: titleFrom(guide.title, sizes.title, 'Study guide'),
            stylePreference: upload.stylePreference ?? null,
            overview: guide.overview,
            preview: previewOf(guide.markdownContent, guide.overview),
            generatedBy: guide.generatedBy,
            folderId: '',
            createdAt: clock().toISOString(),
            version: 1,
            outbox: [],
            outboxCount: 0,
          };
          await bodies.upsert({
            _id: id,
            userId,
            source,
            markdown: guide.markdownContent,
            edited: false,
            ...(guide.limitation !== undefined && { limitation: guide.limitation }),
            citations: guide.sources,
            ...(guide.usage && { usage: guide.usage }),
          });
          await texts.upsert({ _id: id, userId, text: searchText(material.title, guide.overview, guide.markdownContent) });
          try {
            await materials.insert(material);
          } catch (error) {
            // An interrupted attempt had stored it already.
            if (!(error instanceof DuplicateKeyError)) throw error;
          }
          // The account may have been deleted while the engine worked: its data must not come back.
          if (await deletedAccounts.has(userId)) {
            await this.eraseAll(userId);
            throw new DomainError('unauthenticated', 'This account was deleted.');
          }
          return whole(material);
        },
      );
    },

    /** A page of the learner's guides, newest first; `q` searches title, overview and markdown. */
    async list(userId: string, { limit, after, q }: PageQuery, signal?: AbortSignal): Promise<Page<StudyMaterialListItem>> {
      const cursor = after === undefined ? {} : { after };
      const query = q?.trim();
      if (!query) {
        const page = await readPage(limit, (size) =>
          materials.find('byUser', { equals: { userId, state: 'live' }, order: 'desc', limit: size, ...cursor }),
        );
        return { ...page, items: page.items.map(asListItem) };
      }
      const page = await readFoundPage(
        limit,
        (size) => texts.search(userId, query, { order: 'desc', limit: size, signal, ...cursor }),
        (ids) => materials.getMany(ids),
      );
      return { ...page, items: page.items.filter((material) => material.state === 'live').map(asListItem) };
    },

    get: async (userId: string, id: string): Promise<StudyMaterial> => whole(await own(userId, id)),

    /** Changes the title, or replaces the guide by the learner's version. The source never changes. */
    async update(
      userId: string,
      id: string,
      { title, content: markdown }: { title?: string | undefined; content?: string | undefined },
    ): Promise<StudyMaterial> {
      const before = await bodies.get(id);
      if (!before) throw notFound('Study guide');
      const changed = await change(userId, id, title, markdown ?? before.markdown);
      // Stored last, so that a refused change has no effect.
      const body = markdown === undefined ? before : await bodies.update(id, { set: { markdown, edited: true } });
      if (!body) throw notFound('Study guide');
      await texts.upsert({ _id: id, userId, text: searchText(changed.title, changed.overview, body.markdown) });
      // The guide may have been deleted meanwhile: its parts must not come back.
      if ((await materials.get(id))?.state !== 'live') {
        await this.discard(id);
        throw notFound('Study guide');
      }
      send();
      return whole(changed);
    },

    /** Deletes a guide. Its quizzes and decks stay; an event tells study that their source was deleted. */
    async remove(userId: string, id: string): Promise<{ _id: string }> {
      const material = await own(userId, id);
      const now = clock();
      const event = {
        type: 'study-material.deleted' as const,
        eventId: newId(() => now.getTime()),
        userId,
        studyMaterialId: id,
        title: material.title,
      };
      await quota.remove({ resource: 'studyMaterials', userId, id }, () =>
        materials.update(
          id,
          {
            set: { state: 'deleted', folderId: '', outboxSince: now.toISOString() },
            increment: { outboxCount: 1 },
            append: { outbox: eventEntry('study', event) },
          },
          { equals: { state: 'live' } },
        ),
      );
      await this.discard(id);
      send();
      return { _id: id };
    },

    /** Whether the guide exists; settles the reservations of crashed processes. */
    exists: async (id: string): Promise<boolean> => (await materials.get(id))?.state === 'live',

    /** Deletes the parts that an interrupted creation left. */
    async discard(id: string): Promise<void> {
      await texts.delete(id);
      await bodies.delete(id);
    },

    /** The source that study generates from. @throws DomainError `not_found` */
    async source(userId: string, id: string): Promise<MaterialSource> {
      const material = await own(userId, id);
      const body = await bodies.get(id);
      if (!body) throw notFound('Study guide');
      return { _id: id, title: material.title, source: body.source };
    },

    /**
     * The passages of a slide, or around a paragraph of pasted text: the context of a citation. The first passages when neither is
     * requested.
     */
    async passages(
      userId: string,
      id: string,
      { slide, paragraph }: { slide?: number | undefined; paragraph?: number | undefined },
    ): Promise<ShownPassage[]> {
      await own(userId, id);
      const body = await bodies.get(id);
      if (!body) throw notFound('Study guide');
      const isAskedFor = ({ pointer }: ShownPassage): boolean => {
        if (slide === undefined && paragraph === undefined) return true;
        return pointer.kind === 'slide'
          ? pointer.slide === slide
          : paragraph !== undefined && Math.abs(pointer.paragraph - paragraph) <= paragraphsAround;
      };
      return body.source.passages.filter(isAskedFor).slice(0, passagesShown);
    },

    /** Deletes the rest of a deleted guide, after study was told. */
    async finalizeDeletion(id: string): Promise<void> {
      if ((await materials.get(id))?.state !== 'deleted') return;
      // Parts are deleted first, so that after a crash the document still says that they have to go.
      await this.discard(id);
      await materials.delete(id, { equals: { state: 'deleted' } });
    },

    async eraseAll(userId: string): Promise<void> {
      await materials.deleteWhere('byUser', { userId });
      await texts.deleteWhere('byUser', { userId });
      await bodies.deleteWhere('byUser', { userId });
    },
  };
}
export type Materials = ReturnType<typeof createMaterials>;
