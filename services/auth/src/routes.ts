import { calls } from '@lectern/contracts';
import { route, type Route } from '@lectern/service-kit';
import { exportAccount } from './account-export/exportAccount.ts';
import type { AuthContext } from './AuthContext.ts';
import { getUser, logout, updateProfile } from './domain/accounts.ts';
import { deleteAccount } from './domain/deleteAccount.ts';
import { requestLink } from './domain/linkMails.ts';
import { login } from './domain/login.ts';
import { register } from './domain/register.ts';
import { reportShared } from './domain/reportShared.ts';
import { resetPassword } from './domain/resetPassword.ts';
import { updatePassword } from './domain/updatePassword.ts';
import { verifyEmail } from './domain/verifyEmail.ts';

/** The routes of auth's calls. */
export const routes = (auth: AuthContext): Route[] => [
  route(calls.register, ({ body, idempotencyKey }) => register(auth, { ...body, secret: idempotencyKey })),
  route(calls.login, ({ body, clientAddress }) => login(auth, body, clientAddress)),
  route(calls.logout, async ({ userId, sessionId }) => {
    await logout(auth, userId, sessionId);
    return { message: 'Logged out successfully' };
  }),
  route(calls.getUser, async ({ userId, sessionId }) => ({ user: await getUser(auth, userId, sessionId) })),
  route(calls.resendVerification, async ({ body }) => {
    await requestLink(auth, 'verify', body.email);
    return { message: 'If this address is waiting to be verified, an email is on its way.' };
  }),
  route(calls.verifyEmail, ({ params, clientAddress }) => verifyEmail(auth, params.token, undefined, clientAddress)),
  route(calls.verifyRegistration, ({ params, body, clientAddress }) => verifyEmail(auth, params.token, body, clientAddress)),
  route(calls.forgotPassword, async ({ body }) => {
    await requestLink(auth, 'reset', body.email);
    return { message: 'If this address has an account, an email is on its way.' };
  }),
  route(calls.resetPassword, async ({ params, body }) => {
    await resetPassword(auth, params.token, body.password);
    return { message: 'Your password was reset.' };
  }),
  route(calls.updateProfile, async ({ userId, body }) => ({ user: await updateProfile(auth, userId, body) })),
  route(calls.updatePassword, async ({ userId, sessionId, body }) => {
    await updatePassword(auth, userId, sessionId, body);
    return { message: 'Password updated successfully' };
  }),
  route(calls.reportShared, async ({ body }) => {
    await reportShared(auth, body);
    return { message: 'Thank you. We will look at this page.' };
  }),
  route(calls.exportAccount, ({ userId, requestId, signal }) => exportAccount(auth, userId, { requestId, signal })),
  route(calls.deleteAccount, async ({ userId }) => {
    await deleteAccount(auth, userId);
    return { message: 'Account deleted successfully' };
  }),
];
