import { DomainError, type Creation } from '@lectern/service-kit';
import { endItems } from '../reviews/endItems.ts';
import { announceCards, followCards } from '../reviews/knownDecks.ts';
import type { StudyContext } from '../StudyContext.ts';
import { getOwned } from './ownedResources.ts';
import { derivedFields, type OwnedResource, type ResourceChange, type ResourceKind } from './OwnedResource.ts';

/** Computes a change from a resource's current state. Called again after a concurrent change. */
export type MakeChange<T extends OwnedResource> = (resource: T) => ResourceChange<T> | Promise<ResourceChange<T>>;

/** The maximum number of attempts after concurrent changes. */
const changeRounds = 20;
/** The number of additions that a resource remembers: more than can be in flight. */
const appliedKept = 50;

/** Returns whether an earlier attempt of this addition was stored. */
export const wasApplied = (resource: OwnedResource, { newId, resumed }: Creation): boolean => resumed && resource.applied.includes(newId);

/** Returns the update for a change. It is not an upsert, so it does not recreate a deleted resource. */
export function updateOf<T extends OwnedResource>(
  resource: T,
  change: ResourceChange<T>,
  itemsOf: (resource: T) => readonly unknown[],
  creation: Creation | undefined,
): { set: object; unset: string[] } {
  const next = {
    ...resource,
    ...change,
    revision: resource.revision + 1,
    ...(creation && { applied: [...resource.applied, creation.newId].slice(-appliedKept) }),
  };
  const { _id, ...fields } = { ...next, ...derivedFields(next, itemsOf) };
  const entries = Object.entries(fields);
  return {
    set: Object.fromEntries(entries.filter(([, value]) => value !== undefined)),
    unset: entries.filter(([, value]) => value === undefined).map(([field]) => field),
  };
}

/** Returns the ids of the items that a change removed. */
const removedIds = (before: readonly { _id: string }[], after: readonly { _id: string }[]): string[] => {
  const kept = new Set(after.map(({ _id }) => _id));
  return before.map(({ _id }) => _id).filter((id) => !kept.has(id));
};

/** Runs the work after a change, which is stored whatever happens. */
async function runAfterChange<T extends OwnedResource, Large extends Exclude<keyof T & string, keyof OwnedResource>>(
  study: StudyContext,
  { afterChange, name }: ResourceKind<T, Large>,
  before: T,
  after: T,
): Promise<void> {
  try {
    await afterChange?.(study, before, after);
  } catch (error) {
    study.log('error', 'after_change.failed', {
      kind: name,
      id: after._id,
      reason: error instanceof Error ? error.message : String(error),
    });
  }
}

/**
 * Changes a resource of the learner based on its current state. Concurrent changes are applied one after the other. Reviews are updated: those of
 * removed items are deleted, those of a deck's cards change.
 *
 * @param creation - of an addition, which a retry does not repeat
 * @throws DomainError `not_found`; `conflict` if every attempt lost to a concurrent change
 */
export async function changeOwned<T extends OwnedResource, Large extends Exclude<keyof T & string, keyof OwnedResource>>(
  study: StudyContext,
  kind: ResourceKind<T, Large>,
  userId: string,
  id: string,
  make: MakeChange<T>,
  creation?: Creation,
): Promise<T> {
  const { itemsOf } = kind;
  let isAnnounced = false;
  for (let round = 0; round < changeRounds; round++) {
    const resource = await getOwned(study, kind, userId, id);
    if (creation && wasApplied(resource, creation)) {
      if (isAnnounced) await followCards(study, userId, id);
      return resource;
    }
    const change = await make(resource);
    if (!isAnnounced && kind.isReviewed(change)) {
      isAnnounced = true;
      await announceCards(study, userId, id);
    }
    await creation?.confirm();
    const update = updateOf(resource, change, itemsOf, creation);
    const changed = await kind.collection(study).update({ userId, _id: id }, update, { equals: { revision: resource.revision } });
    if (!changed) continue;
    await endItems(study, userId, removedIds(itemsOf(resource), itemsOf(changed)));
    if (isAnnounced) await followCards(study, userId, id);
    await runAfterChange(study, kind, resource, changed);
    return changed;
  }
  throw new DomainError('conflict', `This ${kind.name} is being changed in another tab or on another device. Please try again.`);
}
