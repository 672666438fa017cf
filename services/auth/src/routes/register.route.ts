import { calls } from '@lectern/contracts';
import { route } from '@lectern/service-kit';
import type { Accounts } from '../domain/createAccounts.ts';

export const registerRoute = (accounts: Accounts) =>
  route(calls.register, ({ body, idempotencyKey }) => accounts.register({ ...body, secret: idempotencyKey }));
