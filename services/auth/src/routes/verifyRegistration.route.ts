import { calls } from '@lectern/contracts';
import { route } from '@lectern/service-kit';
import type { Accounts } from '../domain/createAccounts.ts';

export const verifyRegistrationRoute = (accounts: Accounts) =>
  route(calls.verifyRegistration, ({ params, body, clientAddress }) => accounts.verifyEmail(params.token, body, clientAddress));
