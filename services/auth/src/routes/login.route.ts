import { calls } from '@lectern/contracts';
import { route } from '@lectern/service-kit';
import type { Accounts } from '../domain/createAccounts.ts';

export const loginRoute = (accounts: Accounts) => route(calls.login, ({ body, clientAddress }) => accounts.login(body, clientAddress));
