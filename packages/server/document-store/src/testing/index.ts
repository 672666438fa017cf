export { countingStore, type CountingStore } from './countingStore.ts';
export { documentStoreContract } from './documentStoreContract.ts';
export { flakyStore, type Failure, type FlakyStore } from './flakyStore.ts';
export { memoryStore } from './memoryStore.ts';
