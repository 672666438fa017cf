import type { MakeChange } from './changeResource.ts';
import type { ResourceChange } from './nextRevision.ts';
import type { OwnedResource } from './OwnedResource.ts';

/** Updates what belongs to a resource's items after a change. The change is announced before it is made, so that a crash in between is detected. */
export interface ItemFollowers<T extends OwnedResource> {
  /** Whether items have to follow this change. */
  isConcerned: (change: ResourceChange<T>) => boolean;
  announce: (userId: string, id: string) => Promise<void>;
  follow: (userId: string, id: string) => Promise<void>;
}

/** The ids of the items that are gone after a change. */
const removedIds = (before: readonly { _id: string }[], after: readonly { _id: string }[]): string[] => {
  const kept = new Set(after.map(({ _id }) => _id));
  return before.map(({ _id }) => _id).filter((id) => !kept.has(id));
};

interface WatchedChange<T extends OwnedResource> {
  userId: string;
  id: string;
  itemsOf: (resource: T) => readonly { _id: string }[];
  /** Deletes what belongs to items that the change removed. */
  discardItems: (userId: string, itemIds: readonly string[]) => Promise<void>;
  followers: ItemFollowers<T> | undefined;
}

/** Announces a change to the followers before it is made, and updates what belongs to its items after it. */
export const watchChange = <T extends OwnedResource>(
  { userId, id, itemsOf, discardItems, followers }: WatchedChange<T>,
  make: MakeChange<T>,
) => {
  let before: T | undefined;
  let isAnnounced = false;
  const watched: MakeChange<T> = async (resource) => {
    before = resource;
    const change = await make(resource);
    if (!isAnnounced && followers?.isConcerned(change)) {
      isAnnounced = true;
      await followers.announce(userId, id);
    }
    return change;
  };
  return {
    make: watched,
    follow: async (changed: T): Promise<void> => {
      if (before) await discardItems(userId, removedIds(itemsOf(before), itemsOf(changed)));
      if (isAnnounced) await followers?.follow(userId, id);
    },
  };
};
