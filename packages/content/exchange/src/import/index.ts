// Only the readers: a process that reads one file loads nothing else.
export type {
  ColumnChoice,
  DelimitedTable,
  FileEncoding,
  ImportedCard,
  ImportedDeck,
  ImportedDecks,
  ImportedPicture,
  ImportedSchedule,
  SkipReason,
} from './ImportedDeck.ts';
export { ImportError, type ImportErrorCode } from './ImportError.ts';
export { readDecks, type ReadDecksOptions } from './readDecks.ts';
