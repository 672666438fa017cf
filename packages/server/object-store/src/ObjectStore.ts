/** The store is unreachable, or refuses the call. Its message is one line for operators, without keys. */
export class ObjectStoreError extends Error {
  override readonly name = 'ObjectStoreError';
}

/**
 * A store of pictures and files. Keys are paths with slashes, such as `pictures/<owner>/<guide>/<hash>`; each part has 1 to 128 of the characters
 * `A-Z a-z 0-9 _ -` and `.`, and starts with a letter or digit. Objects are immutable: a key names its content. Every call throws
 * ObjectStoreError if the store is unreachable.
 */
export interface ObjectStore {
  /** For operators: the folder or the address. */
  readonly name: string;
  /** Stores an object atomically. If it exists, it stays or is replaced by equal bytes. */
  put(key: string, bytes: Uint8Array): Promise<void>;
  get(key: string): Promise<Uint8Array<ArrayBuffer> | undefined>;
  /** Lists the keys below a folder, in no order; empty if the folder does not exist. */
  list(folder: string): Promise<string[]>;
  /** Deletes an object. Succeeds even if there is none. */
  delete(key: string): Promise<void>;
  /** Deletes every object below a folder. Succeeds even if there is none. */
  deleteFolder(folder: string): Promise<void>;
}

const keyPart = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/;

/** Splits a key or folder into its parts. @throws Error if it is not canonical: unchecked keys must not come from a request */
export const partsOfKey = (key: string): string[] => {
  const parts = key.split('/');
  if (!parts.every((part) => keyPart.test(part))) throw new Error('A key of an object is not in its canonical form.');
  return parts;
};
