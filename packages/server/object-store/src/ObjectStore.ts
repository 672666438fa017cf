/** The store cannot be reached, or refuses. Its message is one line for operators; it names no key. */
export class ObjectStoreError extends Error {
  override readonly name = 'ObjectStoreError';
}

/**
 * A store of pictures and files. Keys are paths with slashes, such as `pictures/<owner>/<guide>/<hash>`; each part has 1 to 128 of the characters
 * `A-Z a-z 0-9 _ -` and `.`, and begins with a letter or digit. An object never changes: its key names its content. Every call throws
 * ObjectStoreError when the store cannot be reached.
 */
export interface ObjectStore {
  /** For people: the folder or the address. */
  readonly name: string;
  /** Stores an object, whole or not at all. One that is there stays or is replaced by equal bytes. */
  put(key: string, bytes: Uint8Array): Promise<void>;
  get(key: string): Promise<Uint8Array<ArrayBuffer> | undefined>;
  /** The keys below a folder, in no order; empty where there is none. */
  list(folder: string): Promise<string[]>;
  /** Deletes every object below a folder. A folder without objects is no error. */
  deleteFolder(folder: string): Promise<void>;
}

const keyPart = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/;

/** The parts of a key or a folder in their one form. @throws Error for any other: a key never comes from a request unchecked */
export const partsOfKey = (key: string): string[] => {
  const parts = key.split('/');
  if (!parts.every((part) => keyPart.test(part))) throw new Error('A key of an object is not in its canonical form.');
  return parts;
};
