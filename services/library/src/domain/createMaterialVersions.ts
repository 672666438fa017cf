import { versionsKept, type Omission, type StudyMaterialVersion } from '@lectern/contracts';
import { DomainError, notFound } from '@lectern/service-kit';
import type { BodyDocument, MaterialDocument, VersionDocument } from '../store.ts';
import type { MaterialParts } from './createMaterialParts.ts';
import { previewOf } from './previewOf.ts';

/** A markdown that becomes the current one. */
export interface NewMarkdown {
  markdown: string;
  /** The learner's own; false for what the engine made. */
  edited: boolean;
  /** The lines of the source that it leaves out; stays as it is when left out. */
  omitted?: Omission[] | undefined;
  /** The version that it was made from: a later one refuses the save. Left out: the last save counts. */
  madeFrom?: number;
}

/** How often a save is tried again after concurrent ones. */
const saveRounds = 10;

const versionId = (materialId: string, version: number): string => `${materialId}-${version}`;

/** The current version as a document of its own, for when a newer one replaces it. */
const asVersion = (
  material: MaterialDocument,
  { markdown, edited, omitted, markdownVersion = 0, markdownSavedAt }: BodyDocument,
): VersionDocument => ({
  _id: versionId(material._id, markdownVersion),
  userId: material.userId,
  materialId: material._id,
  version: markdownVersion,
  markdown,
  edited,
  ...(omitted && { omitted }),
  savedAt: markdownSavedAt ?? material.createdAt,
  preview: previewOf(markdown, material.overview),
});

/** Versions of guides. The current version is copied before it is replaced, so that one write of the body makes the change. */
export function createMaterialVersions({ parts, clock }: { parts: MaterialParts; clock: () => Date }) {
  const { bodies, versions } = parts;
  return {
    /**
     * Makes a markdown the current version and keeps the former one. Kept are version 0 and the latest ten, the current one included.
     * @throws DomainError `not_found` when the guide was deleted meanwhile, `conflict`
     */
    async save(material: MaterialDocument, { markdown, edited, omitted, madeFrom }: NewMarkdown): Promise<BodyDocument> {
      const { _id, userId } = material;
      for (let round = 0; round < saveRounds; round++) {
        const body = await parts.bodyOf(material);
        if (body.markdown === markdown && body.edited === edited && !omitted) return body;
        const { markdownVersion: former = 0 } = body;
        if (madeFrom !== undefined && madeFrom !== former) break;
        // Concurrent saves over this version write the same document.
        await versions.upsert(asVersion(material, body));
        const set = {
          markdown,
          edited,
          ...(omitted && { omitted }),
          markdownVersion: former + 1,
          markdownSavedAt: clock().toISOString(),
        };
        const guard =
          body.markdownVersion === undefined ? { absent: ['markdownVersion'] as const } : { equals: { markdownVersion: former } };
        const saved = await bodies.update({ userId, _id }, { set }, guard);
        if (!saved) continue;
        const oldest = former + 1 - versionsKept;
        if (oldest > 0) await versions.delete({ userId, _id: versionId(_id, oldest) });
        return saved;
      }
      throw new DomainError('conflict', 'This guide was changed elsewhere. Please try again.');
    },

    /** The markdown of a version. @throws DomainError `not_found` */
    async markdownOf(material: MaterialDocument, version: number): Promise<NewMarkdown> {
      const body = await parts.bodyOf(material);
      if ((body.markdownVersion ?? 0) === version) return { markdown: body.markdown, edited: body.edited };
      const kept = await versions.get({ userId: material.userId, _id: versionId(material._id, version) });
      if (!kept) throw notFound('Version');
      return { markdown: kept.markdown, edited: kept.edited, omitted: kept.omitted };
    },

    /** The kept versions, newest first. */
    async listVersions(userId: string, id: string): Promise<StudyMaterialVersion[]> {
      const material = await parts.own(userId, id);
      const current = asVersion(material, await parts.bodyOf(material));
      const ids = await versions.findIds('byMaterial', { equals: { userId, materialId: id } });
      // A save that failed may have copied the current version already; the copy is not listed.
      const former = (await versions.getManyWithout(['markdown', 'omitted'], { userId, ids })).filter(
        ({ version }) => version < current.version,
      );
      return [current, ...former.toSorted((one, other) => other.version - one.version)].map(({ version, savedAt, edited, preview }) => ({
        version,
        savedAt,
        edited,
        isCurrent: version === current.version,
        preview,
      }));
    },
  };
}
export type MaterialVersions = ReturnType<typeof createMaterialVersions>;
