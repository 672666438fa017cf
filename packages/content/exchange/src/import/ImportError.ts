/** Why a file gives no cards. */
export type ImportErrorCode = 'not-a-deck' | 'damaged' | 'encrypted' | 'too-large' | 'no-cards';

/** Thrown by `readDecks`. Its message is a sentence for the learner. */
export class ImportError extends Error {
  override readonly name = 'ImportError';
  readonly code: ImportErrorCode;

  constructor(code: ImportErrorCode, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
  }
}

/** The error for any damage inside a file. Learners cannot use details. */
export const damaged = (cause?: unknown): ImportError => new ImportError('damaged', 'This file is damaged and cannot be read.', cause);
export const encrypted = (): ImportError =>
  new ImportError('encrypted', 'This file is password-protected. Save it without a password and try again.');
export const tooLarge = (): ImportError => new ImportError('too-large', 'This file is too large once it is unpacked.');
export const notADeck = (): ImportError =>
  new ImportError('not-a-deck', 'This file is no deck of cards. Please choose an Anki package (.apkg) or a text with one card per line.');
