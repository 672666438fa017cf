import type { RestoreRequest, ServiceEvent, StudyMaterial } from '@lectern/contracts';
import { newId } from '@lectern/document-store';
import { DomainError, eventEntry } from '@lectern/service-kit';
import type { LibraryContext } from '../LibraryContext.ts';
import type { BodyDocument, MaterialDocument } from '../store.ts';
import { searchText } from './materialDocument.ts';
import { bodyOf, discardMaterial, materialExists, ownMaterial, requireStillThere, wholeMaterial } from './materialParts.ts';
import { previewOf } from './previewOf.ts';
import { markdownOfVersion, saveVersion, type NewMarkdown } from './versions.ts';

/** A learner's edit of a guide. Absent fields stay unchanged. */
export interface MaterialEdit {
  title?: string | undefined;
  /** Markdown. */
  content?: string | undefined;
  /** The version to restore. The call's schema accepts it only without `content`. */
  version?: number | undefined;
}

const changedElsewhere = (): DomainError => new DomainError('conflict', 'This guide was changed elsewhere. Please try again.');

/** The maximum number of attempts after concurrent changes. */
const changeRounds = 10;

/** Returns the outbox after a rename. Undelivered events about older titles are dropped. */
const outboxWith = ({ _id, userId, version, outbox }: MaterialDocument, title: string, eventId: string): MaterialDocument['outbox'] => [
  ...outbox.filter(({ payload }) => (JSON.parse(payload) as ServiceEvent).type !== 'study-material.changed'),
  eventEntry('study', { type: 'study-material.changed', eventId, userId, studyMaterialId: _id, title, version: version + 1 }),
];

/** @returns `undefined` if the document was changed concurrently, for example by the delivery of an earlier event, and has to be read again */
function rename(
  { store, clock }: LibraryContext,
  material: MaterialDocument,
  title: string,
  preview: string,
): Promise<MaterialDocument | undefined> {
  const { version, outboxCount } = material;
  const eventId = newId(() => clock().getTime());
  const outbox = outboxWith(material, title, eventId);
  const outboxSince = clock().toISOString();
  return store.materials.update(
    material,
    { set: { title, preview, version: version + 1, outbox, outboxCount: outbox.length, outboxSince } },
    { equals: { state: 'live', version, outboxCount } },
  );
}

/** Stores a new title, if any, and the preview of the Markdown. @throws DomainError `conflict` after a concurrent rename */
async function saveTitle(
  library: LibraryContext,
  userId: string,
  id: string,
  title: string | undefined,
  markdown: string,
): Promise<MaterialDocument> {
  const first = await ownMaterial(library, userId, id);
  for (let round = 0; round < changeRounds; round++) {
    const material = round === 0 ? first : await ownMaterial(library, userId, id);
    const preview = previewOf(markdown, material.overview);
    const isRename = title !== undefined && title !== material.title;
    if (isRename && material.version !== first.version) break;
    const changed = isRename
      ? await rename(library, material, title, preview)
      : await library.store.materials.update({ userId, _id: id }, { set: { preview } }, { equals: { state: 'live' } });
    if (changed) return changed;
  }
  throw changedElsewhere();
}

/** Saves the body. If the guide was deleted since, deletes the saved parts again. */
async function saveBody(library: LibraryContext, material: MaterialDocument, next: NewMarkdown | undefined): Promise<BodyDocument> {
  const { _id, userId } = material;
  try {
    return next ? await saveVersion(library, material, next) : await bodyOf(library, material);
  } catch (error) {
    if (!(await materialExists(library, userId, _id))) await discardMaterial(library, userId, _id);
    throw error;
  }
}

/** Stores an edit, with a new preview and searched text. */
async function save(
  library: LibraryContext,
  material: MaterialDocument,
  title: string | undefined,
  next: NewMarkdown | undefined,
): Promise<StudyMaterial> {
  const { _id: id, userId } = material;
  const { markdown } = next ?? (await bodyOf(library, material));
  const changed = await saveTitle(library, userId, id, title, markdown);
  // Stored last, so that a refused change has no effect.
  const body = await saveBody(library, changed, next);
  await library.store.texts.upsert({ _id: id, userId, text: searchText(changed, body.markdown) });
  await requireStillThere(library, userId, id, () => discardMaterial(library, userId, id));
  library.flushOutbox();
  return wholeMaterial(library, changed);
}

/** Returns the Markdown after an edit; `undefined` if it does not change. @throws DomainError `not_found` for an unknown version */
async function markdownAfter(
  library: LibraryContext,
  material: MaterialDocument,
  { content, version }: MaterialEdit,
): Promise<NewMarkdown | undefined> {
  if (version !== undefined) return markdownOfVersion(library, material, version);
  return content === undefined ? undefined : { markdown: content, edited: true };
}

/**
 * Changes the title, replaces the guide by the learner's version, or restores an earlier version as the newest one. The source never changes.
 *
 * @throws DomainError `not_found`, `conflict`
 */
export async function updateStudyMaterial(library: LibraryContext, userId: string, id: string, edit: MaterialEdit): Promise<StudyMaterial> {
  const material = await ownMaterial(library, userId, id);
  return save(library, material, edit.title, await markdownAfter(library, material, edit));
}

/**
 * Inserts omitted lines at their places. The previous guide becomes a version.
 *
 * @throws DomainError `conflict` if the guide has changed since they were chosen, `invalid` for an unknown line number
 */
export async function restoreLines(
  library: LibraryContext,
  userId: string,
  id: string,
  { lines, of }: RestoreRequest,
): Promise<StudyMaterial> {
  const material = await ownMaterial(library, userId, id);
  const { source, markdown, edited, omitted = [], markdownVersion: madeFrom = 0 } = await bodyOf(library, material);
  if (of !== undefined && of !== omitted.length) throw changedElsewhere();
  const chosen = new Set(lines);
  const restored = omitted.filter((_, index) => chosen.has(index));
  if (restored.length < chosen.size) throw new DomainError('invalid', 'The guide leaves out no line with this number.');
  const whole = await library.content.insertLines(userId, source, markdown, restored);
  const left = omitted.filter((_, index) => !chosen.has(index));
  return save(library, material, undefined, { markdown: whole, edited, omitted: left, madeFrom });
}
