import * as z from '@lectern/contracts/schema';
import { defineCall } from '../call.ts';
import { Email, idempotencyKey, Message, Name, NewPassword, Password } from '../primitives.ts';
import { User } from '../user.ts';

export const register = defineCall({
  id: 'register',
  service: 'auth',
  method: 'POST',
  path: '/auth/register',
  summary: 'Register; a mail with the verification link follows',
  access: 'public',
  creates: true,
  networkLimit: 'registrations',
  ownerLimit: null,
  body: z.object({ firstName: Name, lastName: Name, email: Email, password: NewPassword }),
  status: 201,
  answer: z.object({ email: z.string() }),
  errors: [409],
});

export const login = defineCall({
  id: 'login',
  service: 'auth',
  method: 'POST',
  path: '/auth/login',
  summary: 'Sign in; an unverified account gets no token',
  access: 'public',
  networkLimit: 'signIns',
  ownerLimit: null,
  body: z.object({ email: Email, password: Password }),
  status: 200,
  answer: z.object({ token: z.nullable(z.string()), user: User }),
  errors: [401],
});

export const logout = defineCall({
  id: 'logout',
  service: 'auth',
  method: 'POST',
  path: '/auth/logout',
  summary: 'End this session',
  access: 'learner',
  status: 200,
  answer: Message,
  errors: [],
});

export const getUser = defineCall({
  id: 'getUser',
  service: 'auth',
  method: 'GET',
  path: '/auth/user',
  summary: 'The signed-in learner',
  access: 'learner',
  status: 200,
  answer: z.object({ user: User }),
  errors: [],
});

export const resendVerification = defineCall({
  id: 'resendVerification',
  service: 'auth',
  method: 'POST',
  path: '/auth/resend-verification',
  summary: 'Mail the verification link again',
  access: 'public',
  networkLimit: 'resends',
  ownerLimit: null,
  body: z.object({ email: Email }),
  status: 200,
  answer: Message,
  errors: [],
});

export const verifyEmail = defineCall({
  id: 'verifyEmail',
  service: 'auth',
  method: 'GET',
  path: '/auth/verify-email/:token',
  summary: 'Follow the mailed link: verifies the address and signs in; 409 where registrations with different passwords wait for it',
  access: 'public',
  networkLimit: 'links',
  ownerLimit: null,
  status: 200,
  answer: z.object({ token: z.string(), user: User }),
  errors: [400, 409],
});

export const verifyRegistration = defineCall({
  id: 'verifyRegistration',
  service: 'auth',
  method: 'POST',
  path: '/auth/verify-email/:token',
  summary:
    'Follow the mailed link, and verify the registration with this password, or that was sent with this Idempotency-Key; the others end',
  access: 'public',
  networkLimit: 'links',
  ownerLimit: null,
  body: z.union([z.object({ password: Password }), z.object({ secret: z.string().check(z.maxLength(200), z.regex(idempotencyKey)) })]),
  status: 200,
  answer: z.object({ token: z.string(), user: User }),
  errors: [400, 409],
});

export const forgotPassword = defineCall({
  id: 'forgotPassword',
  service: 'auth',
  method: 'POST',
  path: '/auth/forgot-password',
  summary: 'Mail a link to choose a new password',
  access: 'public',
  networkLimit: 'forgottenPasswords',
  ownerLimit: null,
  body: z.object({ email: Email }),
  status: 200,
  answer: Message,
  errors: [],
});

export const resetPassword = defineCall({
  id: 'resetPassword',
  service: 'auth',
  method: 'POST',
  path: '/auth/reset-password/:token',
  summary: 'Choose a new password by the mailed link; ends every session',
  access: 'public',
  networkLimit: 'links',
  ownerLimit: null,
  body: z.object({ password: NewPassword }),
  status: 200,
  answer: Message,
  errors: [],
});

export const updateProfile = defineCall({
  id: 'updateProfile',
  service: 'auth',
  method: 'PUT',
  path: '/auth/update-profile',
  summary: 'Change first and last name',
  access: 'learner',
  body: z.object({ firstName: Name, lastName: Name }),
  status: 200,
  answer: z.object({ user: User }),
  errors: [],
});

export const updatePassword = defineCall({
  id: 'updatePassword',
  service: 'auth',
  method: 'PUT',
  path: '/auth/update-password',
  summary: 'Change the password; ends every other session',
  access: 'learner',
  body: z.object({ currentPassword: Password, newPassword: NewPassword }),
  status: 200,
  answer: Message,
  errors: [409],
});

export const deleteAccount = defineCall({
  id: 'deleteAccount',
  service: 'auth',
  method: 'DELETE',
  path: '/auth/delete-account',
  summary: 'Erase the account and everything of it',
  access: 'learner',
  status: 200,
  answer: Message,
  errors: [],
});

export const exportAccount = defineCall({
  id: 'exportAccount',
  service: 'auth',
  method: 'GET',
  path: '/auth/export',
  summary: 'Everything that is kept of the learner as a zip, once an hour at most',
  access: 'learner',
  answersFile: ['application/zip'],
  status: 200,
  answer: z.unknown(),
  errors: [],
});
