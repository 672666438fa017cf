import * as z from 'zod/mini';
import { defineCollection, type Collection } from '@lectern/document-store';

/** The counter of one kind of resource of a learner. */
const Counter = z.object({
  /** See `counterId`. */
  _id: z.string(),
  userId: z.string(),
  /** The number of resources, including those being created. */
  held: z.int(),
  /** Creations and removals in flight, by the resource's id. */
  pending: z.array(
    z.object({ _id: z.string(), kind: z.enum(['create', 'remove']), since: z.string(), leaseOwner: z._default(z.string(), '') }),
  ),
  pendingCount: z.int(),
  /** Incremented with every change of the entries, so that a concurrent change is never missed. Absent before the first. */
  version: z.optional(z.int()),
  /** Incremented when the entry of another process is settled, so that its late change is refused. Absent before the first. */
  fence: z.optional(z.int()),
  /** Set while entries are pending, so that the next start finds the leftovers of a crash. */
  pendingSince: z.optional(z.string()),
});
export type Counter = z.infer<typeof Counter>;
export type PendingEntry = Counter['pending'][number];

export const quotaCollection = defineCollection({
  name: 'counters',
  schema: Counter,
  indexes: { byUser: { fields: ['userId', '_id'] }, byPending: { fields: ['pendingSince', '_id'] } },
});
export type Counters = Collection<Counter, (typeof quotaCollection)['indexes']>;

/** Returns the id of a counter. Only the id contains the kind of its resources. */
export const counterId = (resource: string, userId: string): string => `${userId}:${resource}`;
export const resourceOf = ({ _id, userId }: Counter): string => _id.slice(counterId('', userId).length);
