import * as z from '@lectern/contracts/schema';
import { Id, uniqueIds } from './primitives.ts';

/** The maximum number of resources that one call changes. */
export const mostAtOnce = 100;

/** The resources to which a bulk call applies. */
export const BulkRequest = z.object({ ids: uniqueIds(mostAtOnce) });

/** The changed resources, and for each of the others the error message of the single call. */
export const BulkResult = z.object({ done: z.array(Id), failed: z.array(z.object({ _id: Id, msg: z.string() })) });
export type BulkResult = z.infer<typeof BulkResult>;
