export { memoryObjectStore } from './memoryObjectStore.ts';
export type { MemoryObjectStore } from './memoryObjectStore.ts';
export { objectStoreContract } from './objectStoreContract.ts';
