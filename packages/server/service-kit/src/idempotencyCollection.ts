import * as z from 'zod/mini';
import { defineCollection, type Collection } from '@lectern/document-store';

/** An attempt of a creating call, and its answer after it has ended. */
const Attempt = z.object({
  _id: z.string(),
  userId: z.string(),
  bodyHash: z.string(),
  /** The id of the new resource, so that a retry after a crash finds what the first attempt created. */
  newId: z.optional(z.string()),
  /** The process that works on it; empty after a failure. */
  leaseOwner: z._default(z.string(), ''),
  since: z.string(),
  /** The resource that the call creates or changes. Its deletion also deletes the answer. */
  resourceId: z.optional(z.string()),
  /** JSON of the answer; absent until the first call has ended, and after the resource was deleted. */
  answer: z.optional(z.string()),
  isResourceDeleted: z.optional(z.boolean()),
  expiresAt: z.string(),
});

export const idempotencyCollection = defineCollection({
  name: 'idempotency',
  schema: Attempt,
  indexes: { byUser: { fields: ['userId', '_id'] }, byResource: { fields: ['userId', 'resourceId', '_id'] } },
  expires: 'expiresAt',
});
export type Attempts = Collection<z.infer<typeof Attempt>, (typeof idempotencyCollection)['indexes']>;
