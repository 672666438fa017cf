import type * as calls from './calls.ts';

/** The name of a call, which is also its `operationId` in the OpenAPI document. */
export type CallId = keyof typeof calls;
