import { ObjectStoreError, type ObjectStore } from './ObjectStore.ts';
import { openBucket, type BucketSettings } from './openBucket.ts';
import { openBucketStore } from './openBucketStore.ts';
import { openFolderStore } from './openFolderStore.ts';

/** Settings of the store, as the environment names them. */
export interface ObjectStoreSettings extends BucketSettings {
  /** A folder, or `s3://bucket/prefix`. */
  OBJECT_STORE_URL: string;
}

/** The folder of the store; `undefined` when it is a bucket. */
export const objectFolderOf = (url: string): string | undefined => (url.startsWith('s3://') ? undefined : url);

/** Opens the store that the settings name. @throws ObjectStoreError when a setting it needs is missing */
export function openObjectStore(settings: ObjectStoreSettings): ObjectStore {
  const { OBJECT_STORE_URL: url } = settings;
  const folder = objectFolderOf(url);
  if (folder !== undefined) return openFolderStore(folder);
  const bucket = openBucket(url, settings);
  if (!bucket) throw new ObjectStoreError('AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY: must be set with OBJECT_STORE_URL=s3://.');
  return openBucketStore(url, bucket);
}
