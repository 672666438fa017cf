import * as z from 'zod/mini';
import { defineCollection, type Collection } from '@lectern/document-store';

/** The lease of one process on all of its work. */
const Lease = z.object({
  /** The process: see `processId`. */
  _id: z.string(),
  /** Incremented by the process that takes over its work. Work with a lower fence is void. */
  fence: z.int(),
  /** Incremented by each renewal. Clocks of machines may differ, so a lease has no time. */
  renewals: z.int(),
  expiresAt: z.string(),
});
export type Lease = z.infer<typeof Lease>;

export const leasesCollection = defineCollection({ name: 'leases', schema: Lease, expires: 'expiresAt' });
export type LeaseDocuments = Collection<Lease, (typeof leasesCollection)['indexes']>;
