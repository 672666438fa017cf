import { calls } from '@lectern/contracts';
import { route } from '@lectern/service-kit';
import type { Accounts } from '../domain/createAccounts.ts';

export const resetPasswordRoute = (accounts: Accounts) =>
  route(calls.resetPassword, async ({ params, body }) => {
    await accounts.resetPassword(params.token, body.password);
    return { message: 'Your password was reset.' };
  });
