import type { ImportErrorCode } from '@lectern/exchange/reading';

interface ReaderFailure {
  code: ImportErrorCode;
  message: string;
}

/** The deadline has passed. */
export const tookTooLong: ReaderFailure = {
  code: 'too-large',
  message: 'This file takes too long to read. Export its decks one by one.',
};

/** The process has not enough memory. */
export const tookTooMuch: ReaderFailure = {
  code: 'too-large',
  message: 'There is more in this file than can be read at once. Export its decks one by one.',
};
