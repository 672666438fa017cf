import * as z from 'zod/mini';
import { defineCollection, type DocumentStore } from '@lectern/document-store';

/** Ids of erased learners, and nothing else of them: late writes are refused. */
export const erasedCollection = defineCollection({ name: 'erased', schema: z.object({ _id: z.string() }) });

export interface Erased {
  has(userId: string): Promise<boolean>;
  add(userId: string): Promise<void>;
}

export function createErased(store: DocumentStore): Erased {
  const erased = store.collection(erasedCollection);
  return {
    has: async (userId) => (await erased.get(userId)) !== undefined,
    add: async (userId) => {
      await erased.upsert({ _id: userId });
    },
  };
}
