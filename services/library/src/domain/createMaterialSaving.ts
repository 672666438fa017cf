import type { ServiceEvent, StudyMaterial } from '@lectern/contracts';
import { newId } from '@lectern/document-store';
import { DomainError, eventEntry, notFound } from '@lectern/service-kit';
import type { BodyDocument, MaterialDocument } from '../store.ts';
import type { MaterialParts } from './createMaterialParts.ts';
import type { MaterialVersions, NewMarkdown } from './createMaterialVersions.ts';
import { searchText } from './materialDocument.ts';
import { previewOf } from './previewOf.ts';

export interface MaterialSavingDependencies {
  parts: MaterialParts;
  versions: Pick<MaterialVersions, 'save'>;
  clock: () => Date;
  /** Delivers waiting outbox entries now. */
  send: () => void;
}

export const changedElsewhere = (): DomainError => new DomainError('conflict', 'This guide was changed elsewhere. Please try again.');

/** How often a change is tried again after concurrent changes. */
const changeRounds = 10;

/** The outbox after a rename. Undelivered events about older titles are dropped. */
const outboxWith = ({ _id, userId, version, outbox }: MaterialDocument, title: string, eventId: string): MaterialDocument['outbox'] => [
  ...outbox.filter(({ payload }) => (JSON.parse(payload) as ServiceEvent).type !== 'study-material.changed'),
  eventEntry('study', { type: 'study-material.changed', eventId, userId, studyMaterialId: _id, title, version: version + 1 }),
];

/** Saving of what a change of a guide brings. */
export function createMaterialSaving({ parts, versions, clock, send }: MaterialSavingDependencies) {
  const { materials, texts, own } = parts;

  /** @returns `undefined` when the document was changed meanwhile, for example by the delivery of an earlier event: it has to be read again */
  const rename = (material: MaterialDocument, title: string, preview: string): Promise<MaterialDocument | undefined> => {
    const { version, outboxCount } = material;
    const outbox = outboxWith(
      material,
      title,
      newId(() => clock().getTime()),
    );
    const outboxSince = clock().toISOString();
    return materials.update(
      material,
      { set: { title, preview, version: version + 1, outbox, outboxCount: outbox.length, outboxSince } },
      { equals: { state: 'live', version, outboxCount } },
    );
  };

  /** Stores a new title, if there is one, and the preview of the markdown. @throws DomainError `conflict` after a concurrent rename */
  const change = async (userId: string, id: string, title: string | undefined, markdown: string): Promise<MaterialDocument> => {
    const first = await own(userId, id);
    for (let round = 0; round < changeRounds; round++) {
      const material = round === 0 ? first : await own(userId, id);
      const preview = previewOf(markdown, material.overview);
      const isRename = title !== undefined && title !== material.title;
      if (isRename && material.version !== first.version) break;
      const changed = isRename
        ? await rename(material, title, preview)
        : await materials.update({ userId, _id: id }, { set: { preview } }, { equals: { state: 'live' } });
      if (changed) return changed;
    }
    throw changedElsewhere();
  };

  /** The body after an edit. If the guide was deleted meanwhile, what the save stored is deleted, too. */
  const saved = async (material: MaterialDocument, next: NewMarkdown | undefined): Promise<BodyDocument> => {
    const { _id, userId } = material;
    try {
      return next ? await versions.save(material, next) : await parts.bodyOf(material);
    } catch (error) {
      if (!(await parts.exists(_id, userId))) await parts.discard(_id, userId);
      throw error;
    }
  };

  /** Stores what an edit brings, with a new preview and searched text. */
  const save = async (material: MaterialDocument, title: string | undefined, next: NewMarkdown | undefined): Promise<StudyMaterial> => {
    const { _id: id, userId } = material;
    const { markdown } = next ?? (await parts.bodyOf(material));
    const changed = await change(userId, id, title, markdown);
    // Stored last, so that a refused change has no effect.
    const body = await saved(changed, next);
    await texts.upsert({ _id: id, userId, text: searchText(changed, body.markdown) });
    // The guide may have been deleted meanwhile: its parts must not come back.
    if (!(await parts.exists(id, userId))) {
      await parts.discard(id, userId);
      throw notFound('Study guide');
    }
    send();
    return parts.whole(changed);
  };

  return save;
}
