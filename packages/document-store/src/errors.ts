/** Another document has this key. `index` is the declared index's name, or `_id`. */
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

/** The store was called in a way that no data can make right: a mistake in the program. */
export class StoreUsageError extends Error {
  override readonly name: string = 'StoreUsageError';
}

/** A document does not fit its collection's schema. The message names fields, never their values. */
export class InvalidDocumentError extends StoreUsageError {
  override readonly name = 'InvalidDocumentError';
}

/** The database cannot be used now: locked for too long, disk full, unreadable or closed. The call may be tried again later. */
export class StoreUnavailableError extends Error {
  override readonly name = 'StoreUnavailableError';
}

/** A file of the embedded engine cannot be used as it is, and no second try changes that. The message is one sentence that names the file. */
export class StoreFileError extends Error {
  override readonly name = 'StoreFileError';
}

/** One owner asks for more at once than is carried out for one. The call may be tried again in a moment. */
export class StoreBusyError extends Error {
  override readonly name = 'StoreBusyError';
}
