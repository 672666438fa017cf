import { calls } from '@lectern/contracts';
import { route } from '@lectern/service-kit';
import type { Accounts } from '../domain/createAccounts.ts';

export const updatePasswordRoute = (accounts: Accounts) =>
  route(calls.updatePassword, async ({ userId, sessionId, body }) => {
    await accounts.updatePassword(userId, sessionId, body);
    return { message: 'Password updated successfully' };
  });
