import { calls } from '@lectern/contracts';
import { route } from '@lectern/service-kit';
import type { Accounts } from '../domain/createAccounts.ts';

export const updateProfileRoute = (accounts: Accounts) =>
  route(calls.updateProfile, async ({ userId, body }) => ({ user: await accounts.updateProfile(userId, body) }));
