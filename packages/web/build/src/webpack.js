export { remoteConfig } from './remoteConfig.js';
export { shellConfig } from './shellConfig.js';
