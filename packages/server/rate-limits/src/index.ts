export { ShareLimiter, type AskShare, type ShareLimiterOptions } from './ShareLimiter.ts';
export { takeShare } from './takeShare.ts';
