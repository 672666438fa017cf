import * as z from '@lectern/contracts/schema';
import { Id, Time } from './primitives.ts';

/** A learner, as shown by the site. */
export const User = z.object({
  _id: Id,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  isVerified: z.boolean(),
  createdAt: Time,
});
export type User = z.infer<typeof User>;
