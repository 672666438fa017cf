/** Why a file cannot be read; a closed set, so that a service can say something useful about each. */
export type DeckErrorCode = 'too-large' | 'too-many-parts' | 'damaged' | 'encrypted' | 'not-a-presentation';

/** Thrown by `readDeck`; the message is a sentence that a learner may read. */
export class DeckError extends Error {
  readonly code: DeckErrorCode;

  constructor(code: DeckErrorCode, message: string) {
    super(message);
    this.name = 'DeckError';
    this.code = code;
  }
}

/** The error for every kind of damage inside a file. Learners cannot use details. */
export const damaged = (): DeckError => new DeckError('damaged', 'This file is damaged and cannot be read.');
