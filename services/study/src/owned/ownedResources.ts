import type { Plan } from '@lectern/contracts';
import { DuplicateKeyError, toInsert } from '@lectern/document-store';
import {
  DomainError,
  insertOnce,
  notFound,
  readFoundPage,
  readPage,
  type Creation,
  type Page,
  type ReservedPlace,
} from '@lectern/service-kit';
import { announceCards, followCards } from '../reviews/knownDecks.ts';
import type { StudyContext } from '../StudyContext.ts';
import {
  derivedFields,
  itemsPerStep,
  type NewFields,
  type NewResource,
  type Outline,
  type OwnedResource,
  type ResourceKind,
} from './OwnedResource.ts';

type LargeField<T extends OwnedResource> = Exclude<keyof T & string, keyof OwnedResource>;

/** A change of a guide, as reported by the library. */
export type SourceNews = { title: string; version: number } | 'deleted';

export interface ListQuery {
  limit?: number | undefined;
  after?: string | undefined;
  q?: string | undefined;
  /** Up to 100 ids, comma-separated. */
  studyMaterialId?: string | undefined;
}

/** The number of titles that a new one is compared with. */
const titlesRead = 200;
/** The number of resources per page when a guide's change is applied. */
const batch = 200;

const absent = ({ name }: { name: string }): DomainError => notFound(`${name.charAt(0).toUpperCase()}${name.slice(1)}`);

/** The large fields. `OwnedResource` has none of them, so the id is not among them. */
const largeOf = <T extends OwnedResource, Large extends LargeField<T>>({ large }: ResourceKind<T, Large>) =>
  large as readonly string[] as readonly Exclude<keyof T & string, '_id'>[];

/** @throws DomainError `not_found` if it does not exist or belongs to another learner */
export async function getOwned<T extends OwnedResource, Large extends LargeField<T>>(
  study: StudyContext,
  kind: ResourceKind<T, Large>,
  userId: string,
  id: string,
): Promise<T> {
  const resource = await kind.collection(study).get({ userId, _id: id });
  if (!resource) throw absent(kind);
  return resource;
}

/** Stores a new resource in several steps. @throws DomainError `unauthenticated` if the account was deleted since */
export async function storeNew<T extends OwnedResource, Large extends LargeField<T>>(
  study: StudyContext,
  kind: ResourceKind<T, Large>,
  resource: T,
  creation: Creation,
): Promise<T> {
  const { _id, userId } = resource;
  const isReviewed = kind.isReviewed(resource);
  await creation.confirm();
  if (isReviewed) await announceCards(study, userId, _id);
  await insertOnce(kind.collection(study), resource);
  // The account may have been deleted during the generation: its data must not reappear.
  if (!(await study.deletedAccounts.has(userId))) {
    if (isReviewed) await followCards(study, userId, _id);
    return resource;
  }
  await kind.collection(study).deleteWhere('byUser', { userId });
  await kind.discardUnstored(study, userId, _id);
  throw new DomainError('unauthenticated', 'This account was deleted.');
}

/** Reads the learner's plan, and what `createOwned` needs. */
export async function readPlan<T extends OwnedResource, Large extends LargeField<T>>(
  { plans, quota }: StudyContext,
  { counted }: ResourceKind<T, Large>,
  userId: string,
): Promise<{ plan: Plan; isFirst: boolean }> {
  const [plan, isFirst] = await Promise.all([plans.planOf(userId), quota.isFirst(counted, userId)]);
  return { plan, isFirst };
}

/**
 * Stores a new resource in one step with its dependents, the end of its reservation and the answer of the call. If the account was deleted since, the
 * call erases it again at its end.
 */
async function storeAtOnce<T extends OwnedResource, Large extends LargeField<T>>(
  study: StudyContext,
  kind: ResourceKind<T, Large>,
  { resource, answer, creation, place }: { resource: T; answer: object; creation: Creation; place: ReservedPlace },
): Promise<void> {
  const writes = [toInsert(kind.definition, resource), ...(kind.newParts?.(study, resource) ?? []), ...(await creation.keep(answer))];
  if (await place.store(writes)) return;
  // Throws if another process has taken over.
  await creation.confirm();
  throw new DomainError('in_progress', 'This is being worked on elsewhere. Please try again.', { retryAfterSeconds: 1 });
}

/**
 * Creates and stores a resource under the plan's limit. A retry finds the resource of an interrupted attempt. A failed creation does not count.
 *
 * @param answerOf - returns the answer of the call
 * @throws DomainError `limit_reached`, and the errors of `make`
 */
export async function createOwned<T extends OwnedResource, Large extends LargeField<T>, Answer extends object>(
  study: StudyContext,
  kind: ResourceKind<T, Large>,
  { userId, creation, limit, message, isFirst }: NewResource,
  make: () => Promise<NewFields<T>>,
  answerOf: (resource: T) => Promise<Answer>,
): Promise<Answer> {
  const id = creation.newId;
  const readStored = () => kind.collection(study).get({ userId, _id: id });
  const stored = creation.resumed ? await readStored() : undefined;
  if (stored) return answerOf(stored);
  return study.quota.create({ resource: kind.counted, userId, id, limit, message, isFirst }, async (place) => {
    const fields = { ...(await make()), _id: id, userId, revision: 1, applied: [] } as unknown as T;
    const resource = { ...fields, ...derivedFields(fields, kind.itemsOf) };
    if (kind.itemsOf(resource).length > itemsPerStep) return answerOf(await storeNew(study, kind, resource, creation));
    const answer = await answerOf(resource);
    try {
      await storeAtOnce(study, kind, { resource, answer, creation, place });
      return answer;
    } catch (error) {
      // The step of an interrupted attempt may have taken effect late.
      const late = error instanceof DuplicateKeyError ? await readStored() : undefined;
      if (!late) throw error;
      return answerOf(late);
    }
  });
}

/** Returns a page of a learner's resources, newest first: all, those of some guides, or the matches of a search. */
export async function listOwned<T extends OwnedResource, Large extends LargeField<T>>(
  study: StudyContext,
  kind: ResourceKind<T, Large>,
  userId: string,
  { limit, after, q, studyMaterialId }: ListQuery,
  signal?: AbortSignal,
): Promise<Page<Outline<T, Large>>> {
  const resources = kind.collection(study);
  const query = q?.trim();
  const materials = studyMaterialId === undefined ? undefined : [...new Set(studyMaterialId.split(','))];
  const pagingOf = (size: number) => ({ order: 'desc' as const, limit: size, ...(after !== undefined && { after }) });
  if (!query && !materials) {
    const page = await readPage(
      limit,
      async (size) =>
        (await resources.findWithout(largeOf(kind), 'byUser', { equals: { userId }, ...pagingOf(size) })) as unknown as OwnedResource[],
    );
    return { ...page, items: await withItemCounts(study, kind, userId, page.items) };
  }
  // A match of a search, or one of several guides' resources, may be on a later page, so only the ids are read first.
  const idsOf = async (size: number): Promise<string[]> => {
    const paging = pagingOf(size);
    if (query) return resources.search(userId, query, { ...paging, signal, ...(materials && { where: { studyMaterialId: materials } }) });
    const found = await Promise.all(
      (materials ?? []).map((id) => resources.findIds('byMaterial', { equals: { userId, studyMaterialId: id }, ...paging })),
    );
    return found
      .flat()
      .sort((a, b) => (a < b ? 1 : -1))
      .slice(0, size);
  };
  const read = (ids: readonly string[]) =>
    resources.getManyWithout(largeOf(kind), { userId, ids }) as Promise<unknown> as Promise<OwnedResource[]>;
  return readFoundPage(limit, idsOf, async (ids) => withItemCounts(study, kind, userId, await read(ids)));
}

/** Adds the number of items to resources that were read without their large fields, which are hundreds of megabytes for a hundred decks. */
async function withItemCounts<T extends OwnedResource, Large extends LargeField<T>>(
  study: StudyContext,
  kind: ResourceKind<T, Large>,
  userId: string,
  found: readonly OwnedResource[],
): Promise<Outline<T, Large>[]> {
  const outlines: Outline<T, Large>[] = [];
  for (const outline of found) {
    const { _id, itemCount } = outline;
    // A document without `itemCount` is older and is read completely until its next change.
    const whole = itemCount === undefined ? await kind.collection(study).get({ userId, _id }) : undefined;
    if (itemCount === undefined && !whole) continue;
    outlines.push({ ...outline, itemCount: itemCount ?? (whole ? kind.itemsOf(whole).length : 0) } as unknown as Outline<T, Large>);
  }
  return outlines;
}

/** Returns the titles of a guide's newest resources, or of those without a single guide if `studyMaterialId` is empty. */
export async function titlesOfGuide<T extends OwnedResource, Large extends LargeField<T>>(
  study: StudyContext,
  kind: ResourceKind<T, Large>,
  userId: string,
  studyMaterialId: string,
): Promise<string[]> {
  const paging = { order: 'desc' as const, limit: titlesRead };
  const found = await kind.collection(study).findWithout(largeOf(kind), 'byMaterial', { equals: { userId, studyMaterialId }, ...paging });
  return (found as unknown as OwnedResource[]).map(({ title }) => title);
}

/** Returns whether a resource and all others of its import are stored. If so, they become independent, so that deleting one keeps the others. */
export async function existsWhole<T extends OwnedResource, Large extends LargeField<T>>(
  study: StudyContext,
  kind: ResourceKind<T, Large>,
  userId: string,
  id: string,
): Promise<boolean> {
  const resources = kind.collection(study);
  const resource = await resources.get({ userId, _id: id });
  if (!resource?.togetherWith) return resource !== undefined;
  for (const other of resource.togetherWith) if (!(await resources.get({ userId, _id: other }))) return false;
  for (const other of resource.togetherWith) await resources.update({ userId, _id: other }, { unset: ['togetherWith'] });
  return true;
}

/** Deletes a resource and its dependents. @throws DomainError `not_found` */
export async function deleteOwned<T extends OwnedResource, Large extends LargeField<T>>(
  study: StudyContext,
  kind: ResourceKind<T, Large>,
  userId: string,
  id: string,
): Promise<{ _id: string }> {
  await getOwned(study, kind, userId, id);
  await existsWhole(study, kind, userId, id);
  const removed = await study.quota.remove({ resource: kind.counted, userId, id }, async () => {
    await kind.discardParts(study, userId, id);
    return kind.collection(study).delete({ userId, _id: id });
  });
  await kind.discardParts(study, userId, id);
  if (!removed) throw absent(kind);
  return { _id: id };
}

/** Applies a guide's new title or its deletion to all its resources. An older title changes nothing. */
export async function followSource<T extends OwnedResource, Large extends LargeField<T>>(
  study: StudyContext,
  kind: ResourceKind<T, Large>,
  userId: string,
  studyMaterialId: string,
  news: SourceNews,
): Promise<void> {
  const resources = kind.collection(study);
  const [set, isNews] =
    news === 'deleted'
      ? [{ isSourceDeleted: true as const }, { equals: { isSourceDeleted: false } }]
      : [{ studyMaterialTitle: news.title, studyMaterialVersion: news.version }, { below: { studyMaterialVersion: news.version } }];
  let after: string | undefined;
  do {
    const ids = await resources.findIds('byMaterial', {
      equals: { userId, studyMaterialId },
      limit: batch,
      ...(after !== undefined && { after }),
    });
    for (const id of ids) {
      // Sequential, so that other requests run in between.
      const [known] = (await resources.getManyWithout(largeOf(kind), { userId, ids: [id] })) as unknown as OwnedResource[];
      const isKnown = !known || (news === 'deleted' ? known.isSourceDeleted : known.studyMaterialVersion >= news.version);
      // Guarded, because the same event or a newer one may be handled concurrently.
      if (!isKnown) await resources.update({ userId, _id: id }, { set, increment: { revision: 1 } }, isNews);
    }
    after = ids.length < batch ? undefined : ids.at(-1);
  } while (after !== undefined);
}
