import type { Creation } from '@lectern/service-kit';
import type { OwnedResource } from './OwnedResource.ts';

/** Additions that a resource remembers: more than can be in flight at once. */
const appliedKept = 50;

/** Whether an earlier attempt of this addition was stored. */
export const wasApplied = (resource: OwnedResource, { newId, resumed }: Creation): boolean => resumed && resource.applied.includes(newId);

/** The fields that a change sets; those of `undefined` are removed. */
export type ResourceChange<T extends OwnedResource> = Partial<Omit<T, '_id'>>;

/** The fields that are computed from others. */
export const derivedFields = <T extends { title: string; description: string }>(
  resource: T,
  itemsOf: (resource: T) => readonly unknown[],
) => ({
  searchText: `${resource.title}\n${resource.description}`,
  itemCount: itemsOf(resource).length,
});

/**
 * The update that changes a resource. It is no upsert, so that a resource that was deleted meanwhile is not created again.
 * @param creation - of an addition: remembered, so that a retry does not repeat it
 */
export function nextRevision<T extends OwnedResource>(
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
