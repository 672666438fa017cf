/** Another document has the same key. `index` is the name of the declared index, or `_id`. */
export class DuplicateKeyError extends Error {
  override readonly name = 'DuplicateKeyError';
  readonly collection: string;
  readonly index: string;
  constructor(collection: string, index: string, options?: ErrorOptions) {
    super(`Another document of "${collection}" has this key of "${index}".`, options);
    this.collection = collection;
    this.index = index;
  }
}

/** The store was called incorrectly: a bug in the program. */
export class StoreUsageError extends Error {
  override readonly name: string = 'StoreUsageError';
}

/** A document does not match its collection's schema. The message names fields, never their values. */
export class InvalidDocumentError extends StoreUsageError {
  override readonly name = 'InvalidDocumentError';
}

/** A document is larger than the engine can store: 16 MB on MongoDB. Nothing was changed. */
export class DocumentTooLargeError extends StoreUsageError {
  override readonly name = 'DocumentTooLargeError';
}

/** The database is currently unusable: locked for too long, disk full, unreadable or closed. The call may be retried later. */
export class StoreUnavailableError extends Error {
  override readonly name = 'StoreUnavailableError';
}

/** A file of the embedded engine is unusable, and a retry would not help. The message is one sentence that names the file. */
export class StoreFileError extends Error {
  override readonly name = 'StoreFileError';
}

/** One owner has too many calls in flight. The call may be retried in a moment. */
export class StoreBusyError extends Error {
  override readonly name = 'StoreBusyError';
}
