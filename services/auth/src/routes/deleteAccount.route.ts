import { calls } from '@lectern/contracts';
import { route } from '@lectern/service-kit';
import type { Accounts } from '../domain/createAccounts.ts';

export const deleteAccountRoute = (accounts: Accounts) =>
  route(calls.deleteAccount, async ({ userId }) => {
    await accounts.deleteAccount(userId);
    return { message: 'Account deleted successfully' };
  });
