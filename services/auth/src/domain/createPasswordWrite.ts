import { DomainError } from '@lectern/service-kit';
import type { Mailings } from './createMailings.ts';
import { mailEntry } from './mailEntry.ts';

export interface PasswordWriteDependencies {
  mailings: Mailings;
  clock: () => Date;
}

type PasswordMail = 'password-changed' | 'password-reset';

/** Creates the function that builds the update of an account with a new password, together with the outbox entry of its mail. */
export function createPasswordWrite({ mailings, clock }: PasswordWriteDependencies) {
  /** Whether a mail about a new password is sent: at most one a minute and five an hour. */
  const mayMail = async (kind: PasswordMail, email: string): Promise<boolean> => {
    try {
      return await mailings.take(kind, email);
    } catch (error) {
      if (error instanceof DomainError && error.code === 'rate_limited') return false;
      throw error;
    }
  };

  return async (passwordHash: string, kind: PasswordMail, email: string) => {
    const isTold = await mayMail(kind, email);
    const now = clock();
    return {
      set: { passwordHash, ...(isTold && { outboxSince: now.toISOString() }) },
      ...(isTold && {
        append: { outbox: mailEntry({ kind: 'password-changed', at: now.toISOString() }, now) },
        increment: { outboxCount: 1 },
      }),
    };
  };
}
export type PasswordWrite = ReturnType<typeof createPasswordWrite>;
