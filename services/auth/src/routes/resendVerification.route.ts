import { calls } from '@lectern/contracts';
import { route } from '@lectern/service-kit';
import type { Accounts } from '../domain/createAccounts.ts';

export const resendVerificationRoute = (accounts: Accounts) =>
  route(calls.resendVerification, async ({ body }) => {
    await accounts.resendVerification(body.email);
    return { message: 'If this address waits for verification, an email is on its way.' };
  });
