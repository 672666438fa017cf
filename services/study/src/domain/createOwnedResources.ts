import { changeResource, type MakeChange } from './changeResource.ts';
import { DomainError, insertOnce, notFound, type Creation, type DeletedAccounts, type Page, type Quota } from '@lectern/service-kit';
import { createTogether } from './createTogether.ts';
import { followSource, type SourceNews } from './followSource.ts';
import { listOwn, type ListQuery } from './listOwn.ts';
import { watchChange, type ItemFollowers } from './itemFollowers.ts';
import { derivedFields } from './nextRevision.ts';
import type { MadeFields, NewResource } from './NewResource.ts';
import type { OwnedResource, OwnedResources, Outline } from './OwnedResource.ts';
import { readOutlines } from './readOutlines.ts';
import { readTitles } from './readTitles.ts';

export interface OwnedResourcesOptions<T extends OwnedResource, Large extends Exclude<keyof T & string, keyof OwnedResource>> {
  resources: OwnedResources<T>;
  /** Large fields, which lists do not show. */
  large: readonly Large[];
  /** Its questions or cards. */
  itemsOf: (resource: Pick<T, Large>) => readonly { _id: string }[];
  quota: Quota;
  deletedAccounts: DeletedAccounts;
  /** Deletes what belongs to a resource. Called before the resource is deleted, and again after it for what was added meanwhile. */
  discardParts: (userId: string, id: string) => Promise<void>;
  /** Deletes what was stored for one that does not exist in the end. */
  discardUnstored: (userId: string, id: string) => Promise<void>;
  /** Deletes what belongs to questions or cards that a change has removed. */
  discardItems: (userId: string, itemIds: readonly string[]) => Promise<void>;
  followers?: ItemFollowers<T>;
  /** Name in the plan's limits. */
  counted: 'quizzes' | 'flashcards';
  /** Name in messages. */
  name: 'quiz' | 'flashcard deck';
}

/** Common rules of quizzes and decks: ownership, creation under a limit, changes, lists, removal. */
export function createOwnedResources<T extends OwnedResource, Large extends Exclude<keyof T & string, keyof OwnedResource>>(
  options: OwnedResourcesOptions<T, Large>,
) {
  const { resources, itemsOf, discardParts, discardUnstored, discardItems, followers, quota, deletedAccounts, counted, name } = options;
  const absent = () => notFound(`${name.charAt(0).toUpperCase()}${name.slice(1)}`);
  // The large fields are none of `OwnedResource`, so the id is not among them.
  const large = options.large as readonly string[] as readonly Exclude<keyof T & string, '_id'>[];

  /** @throws DomainError `not_found` when it does not exist or belongs to another learner */
  const get = async (userId: string, id: string): Promise<T> => {
    const resource = await resources.get({ userId, _id: id });
    if (!resource) throw absent();
    return resource;
  };

  const storeNew = async (resource: T, creation: Creation): Promise<T> => {
    const { _id, userId } = resource;
    await creation.confirm();
    await followers?.announce(userId, _id);
    await insertOnce(resources, resource);
    // The account may have been deleted while the engine worked: its data must not come back.
    if (!(await deletedAccounts.has(userId))) {
      await followers?.follow(userId, _id);
      return resource;
    }
    await resources.deleteWhere('byUser', { userId });
    await discardUnstored(userId, _id);
    throw new DomainError('unauthenticated', 'This account was deleted.');
  };

  const together = createTogether({ ...options, storeNew });

  return {
    get,
    ...together,

    /** Creates and stores one under the limit. A retry finds what an interrupted attempt stored. A failed creation does not count. */
    async create({ userId, creation, limit, message }: NewResource, make: () => Promise<MadeFields<T>>): Promise<T> {
      const id = creation.newId;
      const made = creation.resumed ? await resources.get({ userId, _id: id }) : undefined;
      if (made) return made;
      return quota.create({ resource: counted, userId, id, limit, message }, async () => {
        const fields = { ...(await make()), _id: id, userId, revision: 1, applied: [] } as unknown as T;
        return storeNew({ ...fields, ...derivedFields(fields, itemsOf) }, creation);
      });
    },

    /** Changes a resource of the learner; see `changeResource`. */
    async change(userId: string, id: string, make: MakeChange<T>, creation?: Creation): Promise<T> {
      const watched = watchChange({ userId, id, itemsOf, discardItems, followers }, make);
      const changed = await changeResource({ resources, itemsOf, name, read: () => get(userId, id) }, watched.make, creation);
      await watched.follow(changed);
      return changed;
    },

    list: (userId: string, query: ListQuery, signal?: AbortSignal): Promise<Page<Outline<T, Large>>> =>
      listOwn(resources, userId, query, (ids) => readOutlines<T, Large>(resources, large, itemsOf, { userId, ids }), signal),

    /** The titles of those made from the same guide. */
    titlesBeside: (userId: string, studyMaterialId: string): Promise<string[]> => readTitles(resources, large, userId, studyMaterialId),

    async remove(userId: string, id: string): Promise<{ _id: string }> {
      await get(userId, id);
      // `exists` makes the decks of one import independent, so that deleting this one leaves the others.
      await together.exists(id, userId);
      const removeStored = () => discardParts(userId, id).then(() => resources.delete({ userId, _id: id }));
      const removed = await quota.remove({ resource: counted, userId, id }, removeStored);
      await discardParts(userId, id);
      if (!removed) throw absent();
      return { _id: id };
    },

    /** Stores the guide's new title, or that it was deleted. */
    sourceChanged: (userId: string, studyMaterialId: string, news: SourceNews): Promise<void> =>
      followSource(resources, userId, studyMaterialId, news, large),

    eraseAll: async (userId: string): Promise<void> => void (await resources.deleteWhere('byUser', { userId })),
  };
}
