import * as z from '@lectern/contracts/schema';
import { Id, uniqueIds } from './primitives.ts';

/** The most resources that one call changes. */
export const mostAtOnce = 100;

/** The resources that a bulk call is applied to. */
export const BulkRequest = z.object({ ids: uniqueIds(mostAtOnce) });

/** The resources that were done, and for each of the others the message that the single call would give. */
export const BulkResult = z.object({ done: z.array(Id), failed: z.array(z.object({ _id: Id, msg: z.string() })) });
export type BulkResult = z.infer<typeof BulkResult>;
