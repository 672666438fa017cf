import { calls } from '@lectern/contracts';
import { route } from '@lectern/service-kit';
import type { Accounts } from '../domain/createAccounts.ts';

export const verifyEmailRoute = (accounts: Accounts) =>
  route(calls.verifyEmail, ({ params, clientAddress }) => accounts.verifyEmail(params.token, undefined, clientAddress));
