import { calls } from '@lectern/contracts';
import { route, type Route } from '@lectern/service-kit';
import type { ExportAccount } from './account-export/createAccountExport.ts';
import type { Accounts } from './domain/createAccounts.ts';

/** All calls of auth with their handlers. */
export const routes = (accounts: Accounts, exportAccount: ExportAccount): Route[] => [
  route(calls.register, ({ body, idempotencyKey }) => accounts.register({ ...body, secret: idempotencyKey })),
  route(calls.login, ({ body, clientAddress }) => accounts.login(body, clientAddress)),
  route(calls.logout, async ({ userId, sessionId }) => {
    await accounts.logout(userId, sessionId);
    return { message: 'Logged out successfully' };
  }),
  route(calls.getUser, async ({ userId, sessionId }) => ({ user: await accounts.user(userId, sessionId) })),
  route(calls.resendVerification, async ({ body }) => {
    await accounts.resendVerification(body.email);
    return { message: 'If this address is waiting to be verified, an email is on its way.' };
  }),
  route(calls.verifyEmail, ({ params, clientAddress }) => accounts.verifyEmail(params.token, undefined, clientAddress)),
  route(calls.verifyRegistration, ({ params, body, clientAddress }) => accounts.verifyEmail(params.token, body, clientAddress)),
  route(calls.forgotPassword, async ({ body }) => {
    await accounts.forgotPassword(body.email);
    return { message: 'If this address has an account, an email is on its way.' };
  }),
  route(calls.resetPassword, async ({ params, body }) => {
    await accounts.resetPassword(params.token, body.password);
    return { message: 'Your password was reset.' };
  }),
  route(calls.updateProfile, async ({ userId, body }) => ({ user: await accounts.updateProfile(userId, body) })),
  route(calls.updatePassword, async ({ userId, sessionId, body }) => {
    await accounts.updatePassword(userId, sessionId, body);
    return { message: 'Password updated successfully' };
  }),
  route(calls.exportAccount, ({ userId, requestId, signal }) => exportAccount(userId, { requestId, signal })),
  route(calls.deleteAccount, async ({ userId }) => {
    await accounts.deleteAccount(userId);
    return { message: 'Account deleted successfully' };
  }),
];
