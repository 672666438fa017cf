import { calls } from '@lectern/contracts';
import { route } from '@lectern/service-kit';
import type { Accounts } from '../domain/createAccounts.ts';

export const forgotPasswordRoute = (accounts: Accounts) =>
  route(calls.forgotPassword, async ({ body }) => {
    await accounts.forgotPassword(body.email);
    return { message: 'If this address has an account, an email is on its way.' };
  });
