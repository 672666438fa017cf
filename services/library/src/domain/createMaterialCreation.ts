import { sizes, titleFrom, type Source, type StudyMaterial } from '@lectern/contracts';
import { DomainError, insertOnce, type Creation, type DeletedAccounts, type Plans, type Quota } from '@lectern/service-kit';
import type { BodyDocument, MaterialDocument } from '../store.ts';
import type { MaterialParts } from './createMaterialParts.ts';
import { searchText } from './materialDocument.ts';
import { previewOf } from './previewOf.ts';
import type { StudyContent } from './StudyContent.ts';

export interface MaterialCreationDependencies {
  parts: MaterialParts;
  content: StudyContent;
  quota: Quota;
  plans: Plans;
  deletedAccounts: DeletedAccounts;
  clock: () => Date;
}

/** The input of a new guide. */
export interface Upload {
  file: { name: string; bytes: Uint8Array } | undefined;
  textContent: string;
  stylePreference: string | undefined;
}

/** The approximate stored size of a passage without its text, in bytes. */
const passageBytes = 150;

/** The approximate stored size of a source, without serializing it. The text of a table stands in its cells as well. */
const bytesOf = ({ passages }: Source): number =>
  passages.reduce((sum, { text, cells }) => sum + passageBytes + Buffer.byteLength(text) * (cells ? 2 : 1), 0);

/** The documents of a new guide. */
const documentsOf = (
  { _id, userId, createdAt }: Pick<MaterialDocument, '_id' | 'userId' | 'createdAt'>,
  { stylePreference }: Upload,
  source: Source,
  guide: Awaited<ReturnType<StudyContent['guide']>>,
): { material: MaterialDocument; body: BodyDocument } => ({
  material: {
    _id,
    userId,
    state: 'live',
    title: titleFrom(guide.title, sizes.title, 'Study guide'),
    stylePreference: stylePreference ?? null,
    overview: guide.overview,
    preview: previewOf(guide.markdownContent, guide.overview),
    generatedBy: guide.generatedBy,
    folderId: '',
    createdAt,
    version: 1,
    outbox: [],
    outboxCount: 0,
  },
  body: {
    _id,
    userId,
    source,
    markdown: guide.markdownContent,
    edited: false,
    ...(guide.limitation !== undefined && { limitation: guide.limitation }),
    citations: guide.sources,
    ...(guide.usage && { usage: guide.usage }),
  },
});

/** Creation of guides. */
export function createMaterialCreation({ parts, content, quota, plans, deletedAccounts, clock }: MaterialCreationDependencies) {
  const { materials, bodies, texts } = parts;

  /** @throws DomainError `invalid`, `too_little_material`, `unreadable_file` */
  const readSource = async (userId: string, upload: Upload): Promise<Source> => {
    const deck = upload.file && (await content.readDeck(userId, upload.file.bytes));
    const text = upload.textContent.trim() ? await content.readText(userId, upload.textContent) : undefined;
    const source = deck && text ? content.join(deck, text) : (deck ?? text);
    if (!source) throw new DomainError('invalid', 'Please enter some content or upload a PowerPoint file');
    if (source.passages.length === 0) throw new DomainError('too_little_material', 'There is no readable text in this file.');
    if (bytesOf(source) > sizes.sourceBytes)
      throw new DomainError('unreadable_file', 'There is more text here than one study guide can hold. Please split it into several.');
    return source;
  };

  const storeNew = async (material: MaterialDocument, body: BodyDocument): Promise<void> => {
    const { _id, userId } = material;
    await bodies.upsert(body);
    await texts.upsert({ _id, userId, text: searchText(material, body.markdown) });
    await insertOnce(materials, material);
    // The account may have been deleted while the engine worked: its data must not come back.
    if (!(await deletedAccounts.has(userId))) return;
    await parts.eraseAll(userId);
    throw new DomainError('unauthenticated', 'This account was deleted.');
  };

  return {
    /** Creates a guide from a deck, a text, or both. */
    async create(userId: string, upload: Upload, { newId: id, resumed }: Creation): Promise<StudyMaterial> {
      if (resumed) {
        const made = await materials.get(id);
        if (made?.userId === userId && made.state === 'live') return parts.whole(made);
      }
      const { studyMaterials: limit } = (await plans.planOf(userId)).limits;
      const message = `You've reached your limit of ${limit} study guides. Upgrade to premium for unlimited guides.`;
      return quota.create({ resource: 'studyMaterials', userId, id, limit, message }, async () => {
        const source = await readSource(userId, upload);
        const guide = await content.guide(userId, source, upload.stylePreference);
        const created = { _id: id, userId, createdAt: clock().toISOString() };
        const { material, body } = documentsOf(created, upload, source, guide);
        await storeNew(material, body);
        return parts.whole(material);
      });
    },
  };
}
