export type { AnkiCard, AnkiDeck, AnkiEase, AnkiReview, AnkiSchedule } from './anki/AnkiDeck.ts';
export { exportDeckPackage, exportDeckText, type DeckTextFormat } from './deck/exportDeck.ts';
export { writeCommaSeparated } from './delimitedText.ts';
export { createNames, type ExportedFile } from './ExportedFile.ts';
export {
  exportGuide,
  writeMarkdown,
  type ExportableGuide,
  type ExportedMark,
  type ExportedPicture,
  type GuideFormat,
} from './guide/exportGuide.ts';
export type {
  ColumnChoice,
  DelimitedTable,
  ImportedCard,
  ImportedDeck,
  ImportedDecks,
  ImportedSchedule,
  SkipReason,
} from './import/ImportedDeck.ts';
export { ImportError, type ImportErrorCode } from './import/ImportError.ts';
export { readDecks, type ReadDecksOptions } from './import/readDecks.ts';
export { exportQuiz, type QuizFormat } from './quiz/exportQuiz.ts';
export { sourceWords } from './sourceWords.ts';
