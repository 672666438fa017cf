import * as z from '@lectern/contracts/schema';
import { Id, uniqueIds } from './primitives.ts';

/** The most resources that one call changes. */
export const mostAtOnce = 100;

/** What a call is to be done to. */
export const BulkRequest = z.object({ ids: uniqueIds(mostAtOnce) });

/** Which of several were done, and why the others were not, in the words of the single call. */
export const BulkResult = z.object({ done: z.array(Id), failed: z.array(z.object({ _id: Id, msg: z.string() })) });
export type BulkResult = z.infer<typeof BulkResult>;
