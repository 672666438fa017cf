import { DuplicateKeyError } from '@lectern/document-store';
import { DomainError, notFound, type Creation, type DeletedAccounts, type Page, type Quota } from '@lectern/service-kit';
import { followSource, type SourceNews } from './followSource.ts';
import { listOwn, type ListQuery } from './listOwn.ts';
import type { OwnedResource, OwnedResources, Outline } from './OwnedResource.ts';

export interface OwnedResourcesOptions<T extends OwnedResource, Large extends Exclude<keyof T & string, keyof OwnedResource>> {
  things: OwnedResources<T>;
  /** Large fields, which lists do not show. */
  large: readonly Large[];
  /** Its questions or cards. */
  itemsOf: (thing: Pick<T, Large>) => readonly unknown[];
  quota: Quota;
  deletedAccounts: DeletedAccounts;
  /** Name in the plan's limits. */
  counted: 'quizzes' | 'flashcards';
  /** Name in messages. */
  name: 'quiz' | 'flashcard deck';
}

/** The owner and limit of a new resource. */
export interface NewThing {
  userId: string;
  creation: Creation;
  /** `undefined`: no limit. */
  limit: number | undefined;
  /** Message for a learner at the limit. */
  message: string;
}

const searchTextOf = ({ title, description }: { title: string; description: string }): string => `${title}\n${description}`;

/** Additions that a resource remembers: more than can be in flight at once. */
const appliedKept = 50;

/** Whether an earlier attempt of this addition was stored. */
export const wasApplied = (thing: OwnedResource, { newId, resumed }: Creation): boolean => resumed && thing.applied.includes(newId);

/** Common rules of quizzes and decks: ownership, creation under a limit, changes, lists, removal. */
export function createOwnedResources<T extends OwnedResource, Large extends Exclude<keyof T & string, keyof OwnedResource>>({
  things,
  large,
  itemsOf,
  quota,
  deletedAccounts,
  counted,
  name,
}: OwnedResourcesOptions<T, Large>) {
  const absent = () => notFound(`${name.charAt(0).toUpperCase()}${name.slice(1)}`);

  /** @throws DomainError `not_found` when it does not exist or belongs to another learner */
  const get = async (userId: string, id: string): Promise<T> => {
    const thing = await things.get(id);
    if (thing?.userId !== userId) throw absent();
    return thing;
  };

  // The large fields are none of `OwnedResource`, so the id is not among them.
  const unread = large as readonly string[] as readonly Exclude<keyof T & string, '_id'>[];

  /** Resources without their large fields, which would be hundreds of megabytes for a hundred decks. */
  const outlines = async (ids: readonly string[]): Promise<Outline<T, Large>[]> => {
    const shown: Outline<T, Large>[] = [];
    for (const outline of await things.getManyWithout(unread, ids)) {
      const { _id, itemCount } = outline as unknown as OwnedResource;
      // A document from before `itemCount` is read whole, until it is changed.
      const whole = itemCount === undefined ? await things.get(_id) : undefined;
      if (itemCount === undefined && !whole) continue;
      shown.push({ ...outline, itemCount: itemCount ?? (whole ? itemsOf(whole).length : 0) } as unknown as Outline<T, Large>);
    }
    return shown;
  };

  return {
    get,

    /** Creates and stores one under the limit. A retry finds what an interrupted attempt stored. A failure costs nothing. */
    async create(
      { userId, creation: { newId: id, resumed }, limit, message }: NewThing,
      make: () => Promise<Omit<T, '_id' | 'userId' | 'searchText' | 'itemCount' | 'revision' | 'applied'>>,
    ): Promise<T> {
      if (resumed) {
        const made = await things.get(id);
        if (made?.userId === userId) return made;
      }
      return quota.create({ resource: counted, userId, id, limit, message }, async () => {
        const made = await make();
        const derived = { searchText: searchTextOf(made), itemCount: itemsOf(made as unknown as T).length };
        const thing = { ...made, ...derived, _id: id, userId, revision: 1, applied: [] } as unknown as T;
        try {
          await things.insert(thing);
        } catch (error) {
          // An interrupted attempt had stored it already.
          if (!(error instanceof DuplicateKeyError)) throw error;
        }
        // The account may have been deleted while the engine worked: its data must not come back.
        if (await deletedAccounts.has(userId)) {
          await things.deleteWhere('byUser', { userId });
          throw new DomainError('unauthenticated', 'This account was deleted.');
        }
        return thing;
      });
    },

    /**
     * Changes a resource based on its current state; concurrent changes are applied one after the other. With a `creation`, a change of an earlier
     * attempt is not repeated.
     */
    async change(userId: string, id: string, make: (thing: T) => Partial<Omit<T, '_id'>>, creation?: Creation): Promise<T> {
      for (let round = 0; round < 20; round++) {
        const thing = await get(userId, id);
        if (creation && wasApplied(thing, creation)) return thing;
        const next = {
          ...thing,
          ...make(thing),
          revision: thing.revision + 1,
          ...(creation && { applied: [...thing.applied, creation.newId].slice(-appliedKept) }),
        };
        const { _id, ...fields } = { ...next, searchText: searchTextOf(next), itemCount: itemsOf(next).length };
        const entries = Object.entries(fields);
        const set = Object.fromEntries(entries.filter(([, value]) => value !== undefined));
        const unset = entries.filter(([, value]) => value === undefined).map(([field]) => field);
        // Updated by fields, so that a resource deleted meanwhile does not come back.
        const changed = await things.update(_id, { set, unset }, { equals: { revision: thing.revision } });
        if (changed) return changed;
      }
      throw new DomainError('conflict', `This ${name} is being changed elsewhere. Please try again.`);
    },

    list: (userId: string, query: ListQuery, signal?: AbortSignal): Promise<Page<Outline<T, Large>>> =>
      listOwn(things, userId, query, outlines, signal),

    async remove(userId: string, id: string): Promise<{ _id: string }> {
      await get(userId, id);
      if (!(await quota.remove({ resource: counted, userId, id }, () => things.delete(id)))) throw absent();
      return { _id: id };
    },

    exists: async (id: string): Promise<boolean> => (await things.get(id)) !== undefined,

    /** Stores the guide's new title, or that it was deleted. */
    sourceChanged: (userId: string, studyMaterialId: string, news: SourceNews): Promise<void> =>
      followSource(things, userId, studyMaterialId, news, unread),

    async eraseAll(userId: string): Promise<void> {
      await things.deleteWhere('byUser', { userId });
    },
  };
}
