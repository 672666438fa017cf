/**
 * Every public call of the gateway. Import them as one namespace (`calls.getQuiz`): a build contains only the calls that it uses.
 *
 * @example
 * import { calls } from '@lectern/contracts';
 *
 * const folder = await call(calls.getFolder, { path: { id } }); // in a remote
 * route(calls.getFolder, ({ userId, params }) => getFolder(library, userId, params.id)); // in a service
 */
export * from './calls/authCalls.ts';
export * from './calls/libraryCalls.ts';
export * from './calls/shareCalls.ts';
export * from './calls/studyCalls.ts';
export * from './calls/reviewCalls.ts';
export * from './calls/examCalls.ts';
export * from './calls/calendarCalls.ts';
export * from './calls/billingCalls.ts';
