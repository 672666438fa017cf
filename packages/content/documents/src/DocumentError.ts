/** Why a file cannot be read; a closed set, so that a service can say something useful about each. */
export type DocumentErrorCode =
  | 'too-large'
  | 'too-many-parts'
  | 'damaged'
  | 'encrypted'
  | 'not-a-presentation'
  | 'unsupported-type'
  | 'no-text';

/** Thrown by the readers of files; the message is a sentence that a learner may read. */
export class DocumentError extends Error {
  readonly code: DocumentErrorCode;

  constructor(code: DocumentErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'DocumentError';
    this.code = code;
  }
}

/** The error for every kind of damage inside a file. Learners cannot use details; the cause is for debugging. */
export const damaged = (cause?: unknown): DocumentError =>
  new DocumentError('damaged', 'This file is damaged and cannot be read.', cause === undefined ? undefined : { cause });
