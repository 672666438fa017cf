import * as z from 'zod/mini';
import { defineCollection, type DocumentStore } from '@lectern/document-store';

/** The ids of deleted accounts, without any other data. Late writes to these accounts are refused. */
export const deletedAccountsCollection = defineCollection({ name: 'deletedAccounts', schema: z.object({ _id: z.string() }) });

export interface DeletedAccounts {
  has(userId: string): Promise<boolean>;
  add(userId: string): Promise<void>;
}

export function createDeletedAccounts(store: DocumentStore): DeletedAccounts {
  const deletedAccounts = store.collection(deletedAccountsCollection);
  return {
    has: async (userId) => (await deletedAccounts.get(userId)) !== undefined,
    add: async (userId) => {
      await deletedAccounts.upsert({ _id: userId });
    },
  };
}
