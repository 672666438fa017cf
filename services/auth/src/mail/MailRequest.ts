import * as z from 'zod/mini';

/** A requested mail. It contains no token: a link's token is derived from the seed when the mail is sent. */
export const MailRequest = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('verify'), seed: z.string() }),
  z.object({ kind: z.literal('reset'), seed: z.string() }),
  z.object({ kind: z.literal('password-changed'), at: z.string() }),
  /** The only mail whose address is stored, because the account no longer exists when the mail is sent. */
  z.object({ kind: z.literal('account-deleted'), email: z.string(), firstName: z.string(), at: z.string() }),
  z.object({ kind: z.literal('payment-failed'), amount: z.int(), currency: z.string() }),
  /** `unsubscribeUrl` can only turn reminders off. After `validUntil` the reminder is not sent. */
  z.object({ kind: z.literal('reviews-due'), due: z.int(), unsubscribeUrl: z.string(), validUntil: z.string() }),
  /** A reader's report of a shared page, to the operator. */
  z.object({ kind: z.literal('shared-reported'), path: z.string(), reason: z.string() }),
  /**
   * A request for a link to an address. The account is looked up after the answer, so that the time of the answer does not reveal whether it exists.
   */
  z.object({ kind: z.literal('link-wanted'), link: z.enum(['verify', 'reset']), email: z.string() }),
]);
export type MailRequest = z.infer<typeof MailRequest>;
