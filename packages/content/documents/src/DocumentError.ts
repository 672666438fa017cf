/** Why a file cannot be read. */
export type DocumentErrorCode =
  | 'too-large'
  | 'too-many-parts'
  | 'damaged'
  | 'encrypted'
  | 'not-a-presentation'
  | 'unsupported-type'
  | 'no-text';

/** Thrown by the readers of files. Its message is a sentence for the learner. */
export class DocumentError extends Error {
  readonly code: DocumentErrorCode;

  constructor(code: DocumentErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'DocumentError';
    this.code = code;
  }
}

/** The error for any damage inside a file. Learners cannot use details; the cause is for debugging. */
export const damaged = (cause?: unknown): DocumentError =>
  new DocumentError('damaged', 'This file is damaged and cannot be read.', cause === undefined ? undefined : { cause });

export const encrypted = (): DocumentError =>
  new DocumentError('encrypted', 'This file is password-protected. Save it without a password and try again.');

export const notAPresentation = (): DocumentError => new DocumentError('not-a-presentation', 'This file is not a .pptx presentation.');

export const unsupportedType = (): DocumentError =>
  new DocumentError('unsupported-type', 'Please choose a PDF, a Word document (.docx), Markdown or text.');
