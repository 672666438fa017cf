import { DomainError, type Creation } from '@lectern/service-kit';
import { nextRevision, wasApplied, type ResourceChange } from './nextRevision.ts';
import type { OwnedResource, OwnedResources } from './OwnedResource.ts';

/** The change of a resource's current state; called again when another change was stored first. */
export type MakeChange<T extends OwnedResource> = (resource: T) => ResourceChange<T> | Promise<ResourceChange<T>>;

interface ChangedResource<T extends OwnedResource> {
  resources: OwnedResources<T>;
  itemsOf: (resource: T) => readonly unknown[];
  /** Name in messages. */
  name: string;
  /** Reads the current state. @throws DomainError `not_found` */
  read: () => Promise<T>;
}

/** How often a change is tried again after concurrent changes. */
const changeRounds = 20;

/**
 * Changes a resource based on its current state; concurrent changes are applied one after the other. With a `creation`, a change of an earlier
 * attempt is not repeated.
 * @throws DomainError `conflict` when every retry lost to a concurrent change
 */
export async function changeResource<T extends OwnedResource>(
  { resources, itemsOf, name, read }: ChangedResource<T>,
  make: MakeChange<T>,
  creation?: Creation,
): Promise<T> {
  for (let round = 0; round < changeRounds; round++) {
    const resource = await read();
    if (creation && wasApplied(resource, creation)) return resource;
    const next = nextRevision(resource, await make(resource), itemsOf, creation);
    await creation?.confirm();
    const changed = await resources.update(resource, next, { equals: { revision: resource.revision } });
    if (changed) return changed;
  }
  throw new DomainError('conflict', `This ${name} is being changed in another tab or on another device. Please try again.`);
}
