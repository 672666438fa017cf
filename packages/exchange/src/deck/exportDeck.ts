import { ankiType, type FlashcardDeck } from '@lectern/contracts';
import { writeCommaSeparated, writeTabbed } from '../delimitedText.ts';
import type { AnkiDeck } from '../anki/AnkiDeck.ts';
import { writeApkg } from '../anki/writeApkg.ts';
import { fileName, textFile, type ExportedFile } from '../ExportedFile.ts';
import { sourceWords } from '../sourceWords.ts';

export type DeckTextFormat = 'csv' | 'txt';

export interface DeckText {
  deck: Pick<FlashcardDeck, 'title' | 'cards'>;
  format: DeckTextFormat;
}

/** A deck as text: comma-separated with a header and sources, or a card a line with a tab between its sides. */
export const exportDeckText = ({ deck: { title, cards }, format }: DeckText): ExportedFile =>
  format === 'csv'
    ? textFile(
        title,
        'csv',
        'text/csv',
        writeCommaSeparated([['Front', 'Back', 'Source'], ...cards.map(({ front, back, source }) => [front, back, sourceWords(source)])]),
      )
    : textFile(title, 'txt', 'text/plain', writeTabbed(cards.map(({ front, back }) => [front, back])));

/** The name and type of the file with a deck's package. */
export const packageFile = ({ title }: Pick<AnkiDeck, 'title'>): Omit<ExportedFile, 'bytes'> => ({
  name: fileName(title, 'apkg'),
  type: ankiType,
});

/** A deck as a package for Anki, with schedules and review log. @param now - when the package is made */
export const exportDeckPackage = async (deck: AnkiDeck, now: Date): Promise<ExportedFile> => ({
  ...packageFile(deck),
  bytes: await writeApkg(deck, now),
});
