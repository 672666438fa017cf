import { versionsKept, type Omission, type StudyMaterialVersion } from '@lectern/contracts';
import { DomainError, notFound } from '@lectern/service-kit';
import type { LibraryContext } from '../LibraryContext.ts';
import type { BodyDocument, MaterialDocument, VersionDocument } from '../store.ts';
import { bodyOf, ownMaterial } from './materialParts.ts';
import { previewOf } from './previewOf.ts';

type VersionContext = Pick<LibraryContext, 'store' | 'clock'>;

/** Markdown to save as the current version. */
export interface NewMarkdown {
  markdown: string;
  /** Whether the learner edited it. */
  edited: boolean;
  /** The lines of the source that it omits. Defaults to those of the previous version. */
  omitted?: Omission[] | undefined;
  /** The version on which it is based: the save fails if there is a later one. Defaults to any version, so that the last save wins. */
  madeFrom?: number;
}

/** The maximum number of attempts after concurrent saves. */
const saveRounds = 10;

const versionId = (materialId: string, version: number): string => `${materialId}-${version}`;

/** Returns the current version as a document of its own, for when a newer one replaces it. */
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

/**
 * Saves Markdown as the current version and keeps the previous one. The previous one is copied first, so that the change itself is one write of the
 * body. Keeps version 0 and the latest ten, including the current one.
 *
 * @throws DomainError `not_found` if the guide was deleted since, `conflict`
 */
export async function saveVersion(
  library: VersionContext,
  material: MaterialDocument,
  { markdown, edited, omitted, madeFrom }: NewMarkdown,
): Promise<BodyDocument> {
  const { bodies, versions } = library.store;
  const { _id, userId } = material;
  for (let round = 0; round < saveRounds; round++) {
    const body = await bodyOf(library, material);
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
      markdownSavedAt: library.clock().toISOString(),
    };
    const guard = body.markdownVersion === undefined ? { absent: ['markdownVersion'] as const } : { equals: { markdownVersion: former } };
    const saved = await bodies.update({ userId, _id }, { set }, guard);
    if (!saved) continue;
    const oldest = former + 1 - versionsKept;
    if (oldest > 0) await versions.delete({ userId, _id: versionId(_id, oldest) });
    return saved;
  }
  throw new DomainError('conflict', 'This guide was changed elsewhere. Please try again.');
}

/** Returns the Markdown of a version. @throws DomainError `not_found` */
export async function markdownOfVersion(library: VersionContext, material: MaterialDocument, version: number): Promise<NewMarkdown> {
  const body = await bodyOf(library, material);
  if ((body.markdownVersion ?? 0) === version) return { markdown: body.markdown, edited: body.edited };
  const kept = await library.store.versions.get({ userId: material.userId, _id: versionId(material._id, version) });
  if (!kept) throw notFound('Version');
  return { markdown: kept.markdown, edited: kept.edited, omitted: kept.omitted };
}

/** Lists the stored versions, newest first. */
export async function listVersions(library: LibraryContext, userId: string, id: string): Promise<StudyMaterialVersion[]> {
  const { versions } = library.store;
  const material = await ownMaterial(library, userId, id);
  const current = asVersion(material, await bodyOf(library, material));
  const ids = await versions.findIds('byMaterial', { equals: { userId, materialId: id } });
  // A failed save may already have copied the current version; the copy is not listed.
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
}
