import type { FlashcardDeck } from '@lectern/contracts';
import { writeCommaSeparated, writeTabbed } from '../delimitedText.ts';
import { textFile, type ExportedFile } from '../ExportedFile.ts';
import { sourceWords } from '../sourceWords.ts';

export type DeckTextFormat = 'csv' | 'txt';

/** A deck as text: comma-separated with a header and sources, or a card a line with a tab between its sides. */
export const exportDeckText = ({ title, cards }: Pick<FlashcardDeck, 'title' | 'cards'>, format: DeckTextFormat): ExportedFile =>
  format === 'csv'
    ? textFile(
        title,
        'csv',
        'text/csv',
        writeCommaSeparated([['Front', 'Back', 'Source'], ...cards.map(({ front, back, source }) => [front, back, sourceWords(source)])]),
      )
    : textFile(title, 'txt', 'text/plain', writeTabbed(cards.map(({ front, back }) => [front, back])));
