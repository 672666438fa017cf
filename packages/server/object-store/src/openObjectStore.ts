import { ObjectStoreError, type ObjectStore } from './ObjectStore.ts';
import { openBucket, type BucketSettings } from './openBucket.ts';
import { openBucketStore } from './openBucketStore.ts';
import { openFolderStore } from './openFolderStore.ts';

/** The settings of the store, named as in the environment. */
export interface ObjectStoreSettings extends BucketSettings {
  /** A folder, or `s3://bucket/prefix`. */
  OBJECT_STORE_URL: string;
}

/** Returns the folder of the store; `undefined` if it is a bucket. */
export const objectFolderOf = (url: string): string | undefined => (url.startsWith('s3://') ? undefined : url);

/** Opens the store of the settings. @throws ObjectStoreError if a required setting is missing */
export function openObjectStore(settings: ObjectStoreSettings): ObjectStore {
  const { OBJECT_STORE_URL: url } = settings;
  const folder = objectFolderOf(url);
  if (folder !== undefined) return openFolderStore(folder);
  const bucket = openBucket(url, settings);
  if (!bucket) throw new ObjectStoreError('AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY: must be set with OBJECT_STORE_URL=s3://.');
  return openBucketStore(url, bucket);
}
