export * from './shareLinksFake.ts';
export * from './creationOf.ts';
export * from './credentialHeaders.ts';
export * from './readMetrics.ts';
export * from './threadsHere.ts';
export { BackgroundGenerations } from '../BackgroundGenerations.ts';
export { Latest } from '../Latest.ts';
