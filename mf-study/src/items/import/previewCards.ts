import type { DeckImportPreview } from '@lectern/contracts';

/** One-based columns of front and back, and whether the first row is a header. */
export interface Columns {
  front: number;
  back: number;
  hasHeader: boolean;
}

type Table = NonNullable<DeckImportPreview['table']>;

const shownCards = 10;

/** Columns in the format of the import call. */
export const columnsField = ({ front, back, hasHeader }: Columns): string =>
  `${String(front)},${String(back)}${hasHeader ? ',header' : ''}`;

/** The preview's first cards with columns that the learner chose. */
export const cardsWith = ({ rows }: Table, { front, back, hasHeader }: Columns): { front: string; back: string }[] =>
  rows
    .slice(hasHeader ? 1 : 0)
    .map((row) => ({ front: (row[front - 1] ?? '').trim(), back: (row[back - 1] ?? '').trim() }))
    .filter((card) => card.front !== '' && card.back !== '')
    .slice(0, shownCards);

const longestSample = 30;

/** Column names from the header row, otherwise the start of each column's first cell. */
export const columnNames = ({ rows }: Table, hasHeader: boolean): string[] => {
  const width = Math.max(2, ...rows.map(({ length }) => length));
  return Array.from({ length: width }, (_, index) => {
    const cell = (rows[0]?.[index] ?? '').trim().slice(0, longestSample);
    if (hasHeader && cell !== '') return cell;
    return cell === '' ? `Column ${String(index + 1)}` : `Column ${String(index + 1)}: ${cell}`;
  });
};
