export { documentStoreContract } from './documentStoreContract.ts';
export { memoryStore } from './memoryStore.ts';
