import type { Creation } from '@lectern/service-kit';
import { announceCards } from '../reviews/knownDecks.ts';
import type { StudyContext } from '../StudyContext.ts';
import { existsWhole, storeNew } from './ownedResources.ts';
import { derivedFields, type NewFields, type NewResource, type OwnedResource, type ResourceKind } from './OwnedResource.ts';

/** Several resources that one call creates. */
export interface ResourcesTogether<T extends OwnedResource> {
  /** Creates the fields of each resource from its id. */
  makes: readonly ((id: string) => NewFields<T>)[];
  /** Stores the dependents of a resource, before the resource. */
  prepare: (resource: T, index: number) => Promise<void>;
}

type LargeField<T extends OwnedResource> = Exclude<keyof T & string, keyof OwnedResource>;

/** Returns the id of one of several resources that one call creates. */
const idOf = ({ newId }: Creation, index: number): string => (index === 0 ? newId : `${newId}-d${String(index).padStart(3, '0')}`);

/** Deletes everything stored for a resource that must not exist. */
export async function discardOwned<T extends OwnedResource, Large extends LargeField<T>>(
  study: StudyContext,
  kind: ResourceKind<T, Large>,
  userId: string,
  id: string,
): Promise<void> {
  await kind.collection(study).delete({ userId, _id: id });
  await kind.discardUnstored(study, userId, id);
}

async function storeAll<T extends OwnedResource, Large extends LargeField<T>>(
  study: StudyContext,
  kind: ResourceKind<T, Large>,
  all: readonly T[],
  prepare: ResourcesTogether<T>['prepare'],
  creation: Creation,
): Promise<void> {
  try {
    for (const [index, resource] of all.entries()) {
      // Announced first, so that leftovers of a crash are detected.
      if (kind.isReviewed(resource)) await announceCards(study, resource.userId, resource._id);
      await prepare(resource, index);
      await storeNew(study, kind, resource, creation);
    }
  } catch (error) {
    // Throws if another process has taken over: it uses the same ids, so nothing must be deleted.
    await creation.confirm();
    for (const { _id, userId } of all) await discardOwned(study, kind, userId, _id);
    throw error;
  }
  // Makes the resources independent before the reservations are settled. If this fails, `existsWhole` does it later.
  if (all.length > 1) for (const resource of all) await kind.collection(study).update(resource, { unset: ['togetherWith'] });
}

/**
 * Creates several resources under the limit, all or none. Places for all are reserved first. After a failure everything is deleted; after a crash the
 * leftovers are deleted when their reservations are settled.
 *
 * @throws DomainError `limit_reached`
 */
export async function createTogether<T extends OwnedResource, Large extends LargeField<T>>(
  study: StudyContext,
  kind: ResourceKind<T, Large>,
  { userId, creation, limit, message }: NewResource,
  { makes, prepare }: ResourcesTogether<T>,
): Promise<T[]> {
  const ids = makes.map((_, index) => idOf(creation, index));
  const together = makes.length > 1 && { togetherWith: ids };
  const all = makes.map((make, index): T => {
    const id = ids[index] ?? '';
    const fields = { ...make(id), ...together, _id: id, userId, revision: 1, applied: [] } as unknown as T;
    return { ...fields, ...derivedFields(fields, kind.itemsOf) };
  });
  const reserveFrom = async (index: number): Promise<void> => {
    const id = ids[index];
    if (id === undefined) await storeAll(study, kind, all, prepare, creation);
    else await study.quota.create({ resource: kind.counted, userId, id, limit, message }, () => reserveFrom(index + 1));
  };
  const isStored = creation.resumed && (await existsWhole(study, kind, userId, creation.newId));
  if (!isStored) await reserveFrom(0);
  return all;
}
