export type { AnkiCard, AnkiDeck, AnkiEase, AnkiPicture, AnkiReview, AnkiSchedule } from './anki/AnkiDeck.ts';
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
export { exportQuiz, type QuizFormat } from './quiz/exportQuiz.ts';
export { sourceWords } from './sourceWords.ts';
