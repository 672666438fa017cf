import { calls } from '@lectern/contracts';
import { route } from '@lectern/service-kit';
import type { Accounts } from '../domain/createAccounts.ts';

export const logoutRoute = (accounts: Accounts) =>
  route(calls.logout, async ({ sessionId }) => {
    await accounts.logout(sessionId);
    return { message: 'Logged out successfully' };
  });
