import { ObjectStoreError, partsOfKey, type ObjectStore } from '../ObjectStore.ts';

/** A store in memory, for tests. */
export interface MemoryObjectStore extends ObjectStore {
  /** All stored objects, by key. */
  readonly objects: ReadonlyMap<string, Uint8Array<ArrayBuffer>>;
  /** Makes all further calls fail, or work again. */
  setReachable(isReachable: boolean): void;
}

export function memoryObjectStore(): MemoryObjectStore {
  const objects = new Map<string, Uint8Array<ArrayBuffer>>();
  let isReachable = true;
  const checked = (key: string): string => {
    if (!isReachable) throw new ObjectStoreError('The storage of objects does not answer.');
    return partsOfKey(key).join('/');
  };
  const keysIn = (folder: string): string[] => [...objects.keys()].filter((key) => key.startsWith(`${folder}/`));
  return {
    name: 'memory',
    objects,
    setReachable(now) {
      isReachable = now;
    },
    async put(key, bytes) {
      objects.set(checked(key), new Uint8Array(bytes));
    },
    get: async (key) => objects.get(checked(key)),
    list: async (folder) => keysIn(checked(folder)),
    async delete(key) {
      objects.delete(checked(key));
    },
    async deleteFolder(folder) {
      for (const key of keysIn(checked(folder))) objects.delete(key);
    },
  };
}
