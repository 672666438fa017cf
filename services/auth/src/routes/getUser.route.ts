import { calls } from '@lectern/contracts';
import { route } from '@lectern/service-kit';
import type { Accounts } from '../domain/createAccounts.ts';

export const getUserRoute = (accounts: Accounts) =>
  route(calls.getUser, async ({ userId, sessionId }) => ({ user: await accounts.user(userId, sessionId) }));
