export * from './readMetrics.ts';
