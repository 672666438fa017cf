import type * as calls from './calls.ts';

/** A call's name, which is also its operation's id in the OpenAPI. */
export type CallId = keyof typeof calls;
