export * from './creationOf.ts';
export * from './credentialHeaders.ts';
export * from './readMetrics.ts';
export * from './threadsHere.ts';
export { createFollowing } from '../createFollowing.ts';
export { createLatest } from '../createLatest.ts';
