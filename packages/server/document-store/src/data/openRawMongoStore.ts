import { MongoClient, type Document } from 'mongodb';
import { FOLDED, SETTINGS } from '../openMongoStore.ts';
import type { RawStore } from './RawStore.ts';

type Stored = Document & { readonly _id: string };

/** Opens one service's database on a cluster, for copying all of it. */
export function openRawMongoStore(url: string, name: string): RawStore {
  const client = new MongoClient(url, {
    appName: 'lectern data',
    writeConcern: { w: 'majority', journal: true },
    readConcern: { level: 'majority' },
    readConcernLevel: 'majority',
    wtimeoutMS: 0,
  });
  const database = client.db(name);
  const settings = database.collection<{ _id: string; value: string }>(SETTINGS);
  return {
    async collections() {
      const found = await database.listCollections({}, { nameOnly: true }).toArray();
      return found
        .map((collection) => collection.name)
        .filter((collection) => collection !== SETTINGS && !collection.startsWith('system.'))
        .sort();
    },
    count: (collection) => database.collection(collection).countDocuments(),
    async read(collection, after, limit) {
      const found = await database
        .collection<Stored>(collection)
        .find(after === undefined ? {} : { _id: { $gt: after } })
        .sort({ _id: 1 })
        .limit(limit)
        .toArray();
      return found.map((stored) => {
        const { [FOLDED]: folded, ...document } = stored;
        return { _id: stored._id, document, folded: typeof folded === 'string' ? folded : undefined };
      });
    },
    async write(collection, rows) {
      if (rows.length === 0) return;
      await database.collection<Stored>(collection).bulkWrite(
        rows.map(({ _id, document, folded }) => {
          const { _id: _, ...fields } = document;
          // The owner is part of the filter, so that a sharded cluster addresses one shard.
          const owner = typeof fields['userId'] === 'string' ? { userId: fields['userId'] } : {};
          const replacement = folded === undefined ? fields : { ...fields, [FOLDED]: folded };
          return { replaceOne: { filter: { _id, ...owner }, replacement, upsert: true } };
        }),
        { ordered: true },
      );
    },
    async settings() {
      return new Map((await settings.find().toArray()).map(({ _id, value }) => [_id, value]));
    },
    async set(setting, value) {
      if (value === undefined) await settings.deleteOne({ _id: setting });
      else await settings.replaceOne({ _id: setting }, { value }, { upsert: true });
    },
    close: () => client.close(),
  };
}
