export * from './credentialHeaders.ts';
export * from './readMetrics.ts';
