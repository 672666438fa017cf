import { DomainError } from '@lectern/service-kit';
import type { AuthContext } from '../AuthContext.ts';
import { mailEntry } from './mailEntry.ts';
import { takeMailing } from './mailings.ts';

type PasswordMail = 'password-changed' | 'password-reset';

/** Returns whether to send a mail about a new password: at most one a minute and five an hour. */
const mayMail = async (auth: AuthContext, kind: PasswordMail, email: string): Promise<boolean> => {
  try {
    return await takeMailing(auth, kind, email);
  } catch (error) {
    if (error instanceof DomainError && error.code === 'rate_limited') return false;
    throw error;
  }
};

/** Creates the update of an account with a new password, including the outbox entry of its mail. */
export async function passwordWrite(auth: AuthContext, passwordHash: string, kind: PasswordMail, email: string) {
  const isTold = await mayMail(auth, kind, email);
  const now = auth.clock();
  return {
    set: { passwordHash, ...(isTold && { outboxSince: now.toISOString() }) },
    ...(isTold && {
      append: { outbox: mailEntry({ kind: 'password-changed', at: now.toISOString() }, now) },
      increment: { outboxCount: 1 },
    }),
  };
}
