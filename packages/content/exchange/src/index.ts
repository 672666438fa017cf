export type { AnkiCard, AnkiDeck, AnkiEase, AnkiPicture, AnkiReview, AnkiSchedule } from './anki/AnkiDeck.ts';
export { exportDeckPackage, exportDeckText, packageFile, type DeckTextFormat } from './deck/exportDeck.ts';
export { writeCommaSeparated } from './delimitedText.ts';
export { createNames, type ExportedFile } from './ExportedFile.ts';
export {
  exportMarkdown,
  pageFile,
  plainPage,
  renderPage,
  writeMarkdown,
  type ExportableGuide,
  type ExportedMark,
  type ExportedPicture,
  type MarkdownFile,
  type PagePiece,
  type PageSlot,
} from './guide/exportGuide.ts';
export { exportQuiz, type QuizFormat } from './quiz/exportQuiz.ts';
export { sourceWords } from './sourceWords.ts';
