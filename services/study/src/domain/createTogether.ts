import type { Creation, Quota } from '@lectern/service-kit';
import type { ItemFollowers } from './itemFollowers.ts';
import type { MadeFields, NewResource } from './NewResource.ts';
import { derivedFields } from './nextRevision.ts';
import type { OwnedResource, OwnedResources } from './OwnedResource.ts';

/** The id of one of several resources that one call creates. */
const idOf = ({ newId }: Creation, index: number): string => (index === 0 ? newId : `${newId}-d${String(index).padStart(3, '0')}`);

/** Several resources that one call creates. */
export interface ResourcesTogether<T extends OwnedResource> {
  /** The fields of each, for its id. */
  makes: readonly ((id: string) => MadeFields<T>)[];
  /** Stores what belongs to one of them, before it. */
  prepare: (resource: T, index: number) => Promise<void>;
}

interface TogetherOptions<T extends OwnedResource> {
  resources: OwnedResources<T>;
  itemsOf: (resource: T) => readonly { _id: string }[];
  discardUnstored: (userId: string, id: string) => Promise<void>;
  followers?: ItemFollowers<T>;
  quota: Quota;
  counted: 'quizzes' | 'flashcards';
  storeNew: (resource: T, creation: Creation) => Promise<T>;
}

/** Storing several resources, all or none. */
export const createTogether = <T extends OwnedResource>({
  resources,
  itemsOf,
  discardUnstored,
  followers,
  quota,
  counted,
  storeNew,
}: TogetherOptions<T>) => {
  /** Deletes what was stored of a resource that is not to exist. */
  const discard = async (id: string, userId: string): Promise<void> => {
    await resources.delete({ userId, _id: id });
    await discardUnstored(userId, id);
  };

  /** Makes stored resources independent of each other, so that deleting one does not delete the others. */
  const separate = async (userId: string, ids: readonly string[]): Promise<void> => {
    for (const id of ids) await resources.update({ userId, _id: id }, { unset: ['togetherWith'] });
  };

  /** Whether the resource and all others of its call are stored. If they are, they become independent of each other. */
  const exists = async (id: string, userId: string): Promise<boolean> => {
    const resource = await resources.get({ userId, _id: id });
    if (!resource?.togetherWith) return resource !== undefined;
    for (const other of resource.togetherWith) if (!(await resources.get({ userId, _id: other }))) return false;
    await separate(userId, resource.togetherWith);
    return true;
  };

  const storeAll = async (all: readonly T[], prepare: ResourcesTogether<T>['prepare'], creation: Creation): Promise<void> => {
    try {
      for (const [index, resource] of all.entries()) {
        // Announced first, so that leftovers of a crash are detected.
        await followers?.announce(resource.userId, resource._id);
        await prepare(resource, index);
        await storeNew(resource, creation);
      }
    } catch (error) {
      // Throws when another process has taken over: the ids are then in use there and must not be deleted.
      await creation.confirm();
      for (const { _id, userId } of all) await discard(_id, userId);
      throw error;
    }
    // Done before the reservations are settled. When this fails, `exists` does it later.
    if (all.length > 1) for (const resource of all) await resources.update(resource, { unset: ['togetherWith'] });
  };

  return {
    discard,
    exists,

    /**
     * Creates several under the limit, all or none. Places for all are reserved first. What fails half-way is deleted; what a crash leaves is found
     * incomplete when its reservations are settled, and deleted then.
     * @throws DomainError `limit_reached`
     */
    async createTogether({ userId, creation, limit, message }: NewResource, { makes, prepare }: ResourcesTogether<T>): Promise<T[]> {
      const ids = makes.map((_, index) => idOf(creation, index));
      const together = makes.length > 1 && { togetherWith: ids };
      const all = makes.map((make, index): T => {
        const id = ids[index] ?? '';
        const fields = { ...make(id), ...together, _id: id, userId, revision: 1, applied: [] } as unknown as T;
        return { ...fields, ...derivedFields(fields, itemsOf) };
      });
      const reserve = async (index: number): Promise<void> => {
        const id = ids[index];
        if (id === undefined) await storeAll(all, prepare, creation);
        else await quota.create({ resource: counted, userId, id, limit, message }, () => reserve(index + 1));
      };
      const isStored = creation.resumed && (await exists(creation.newId, userId));
      if (!isStored) await reserve(0);
      return all;
    },
  };
};
