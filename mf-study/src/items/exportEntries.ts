import { calls } from '@lectern/contracts';
import { callFile, saveFile } from '@lectern/platform';
import type { MenuEntry } from '@lectern/ui';

/** Menu entries that export a quiz, one per file format. */
export const quizExports = (id: string): readonly MenuEntry[] =>
  (
    [
      ['Moodle (GIFT)', 'gift'],
      ['Canvas and others (QTI)', 'qti'],
      ['Table (CSV)', 'csv'],
    ] as const
  ).map(([label, format]) => ({
    label,
    onSelect: () => void saveFile(() => callFile(calls.exportQuiz, { path: { id }, query: { format } })),
  }));

/** Menu entries that export a deck, one per file format. */
export const deckExports = (id: string): readonly MenuEntry[] =>
  (
    [
      ['Anki', 'apkg'],
      ['Table (CSV)', 'csv'],
      ['Text, one card per line', 'txt'],
    ] as const
  ).map(([label, format]) => ({
    label,
    onSelect: () => void saveFile(() => callFile(calls.exportDeck, { path: { id }, query: { format } })),
  }));
