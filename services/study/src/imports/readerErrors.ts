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
  message: 'This file is too large to read in one go. Export its decks one by one.',
};
