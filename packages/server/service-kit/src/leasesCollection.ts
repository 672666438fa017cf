import * as z from 'zod/mini';
import { defineCollection, type Collection } from '@lectern/document-store';

/** The lease of one process on everything that it works on. */
const Lease = z.object({
  /** The process: see `processId`. */
  _id: z.string(),
  /** Incremented by whoever takes over what the process was working on. Work under a lower number is void. */
  fence: z.int(),
  /** Incremented by each renewal. Clocks of machines may differ, so a lease has no time. */
  renewals: z.int(),
  expiresAt: z.string(),
});
export type Lease = z.infer<typeof Lease>;

export const leasesCollection = defineCollection({ name: 'leases', schema: Lease, expires: 'expiresAt' });
export type LeaseDocuments = Collection<Lease, (typeof leasesCollection)['indexes']>;
