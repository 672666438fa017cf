import { ankiType, type Flashcard, type FlashcardDeck } from '@lectern/contracts';
import { writeCommaSeparated, writeTabbed, isHeader } from '../delimitedText.ts';
import type { AnkiDeck } from '../anki/AnkiDeck.ts';
import { writeApkg } from '../anki/writeApkg.ts';
import { fileName, textFile, type ExportedFile } from '../ExportedFile.ts';
import { plainCard } from '../plainItems.ts';
import { sourceWords } from '../sourceWords.ts';

export type DeckTextFormat = 'csv' | 'txt';

export interface DeckText {
  deck: Pick<FlashcardDeck, 'title' | 'cards'>;
  format: DeckTextFormat;
}

/** Columns for hints and tags exist if a card has one. */
const columnsOf = (cards: readonly Flashcard[]): [name: string, cellOf: (card: Flashcard) => string][] => [
  ['Front', ({ front }) => front],
  ['Back', ({ back }) => back],
  ['Source', ({ source }) => sourceWords(source)],
  ...(cards.some(({ hint }) => hint) ? [['Hint', ({ hint = '' }: Flashcard) => hint] as [string, (card: Flashcard) => string]] : []),
  ...(cards.some(({ tags }) => tags)
    ? [['Tags', ({ tags = [] }: Flashcard) => tags.join(' ')] as [string, (card: Flashcard) => string]]
    : []),
];

const asTable = (cards: readonly Flashcard[]): string => {
  const columns = columnsOf(cards);
  return writeCommaSeparated([columns.map(([name]) => name), ...cards.map((card) => columns.map(([, cellOf]) => cellOf(card)))]);
};

/** A first card with sides such as "Front" and "Back" would be read as column names. Anki's header prevents that. */
const asLines = (cards: readonly Flashcard[]): string => {
  const [first] = cards;
  const header = first && isHeader([first.front, first.back]) ? '#separator:tab\n' : '';
  return header + writeTabbed(cards.map(({ front, back }) => [front, back]));
};

/** Exports a deck as text: comma-separated with a header, sources, hints and tags, or one card per line with a tab between its sides. */
export const exportDeckText = ({ deck: { title, cards: marked }, format }: DeckText): ExportedFile => {
  const cards = marked.map(plainCard);
  return format === 'csv' ? textFile(title, 'csv', 'text/csv', asTable(cards)) : textFile(title, 'txt', 'text/plain', asLines(cards));
};

export const packageFile = ({ title }: Pick<AnkiDeck, 'title'>): Omit<ExportedFile, 'bytes'> => ({
  name: fileName(title, 'apkg'),
  type: ankiType,
});

/** Exports a deck as an Anki package with schedules and review log. @param now - When the package is made. */
export const exportDeckPackage = async (deck: AnkiDeck, now: Date): Promise<ExportedFile> => ({
  ...packageFile(deck),
  bytes: await writeApkg({ ...deck, cards: deck.cards.map(plainCard) }, now),
});
