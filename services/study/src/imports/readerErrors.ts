import type { ImportErrorCode } from '@lectern/exchange/reading';

interface ReaderFailure {
  code: ImportErrorCode;
  message: string;
}

/** The failure of a process that exceeds its time limit. */
export const tookTooLong: ReaderFailure = {
  code: 'too-large',
  message: 'This file takes too long to read. Export its decks one by one.',
};

/** The failure of a process that exceeds its memory limit. */
export const tookTooMuch: ReaderFailure = {
  code: 'too-large',
  message: 'This file is too large to read in one go. Export its decks one by one.',
};
