import type { DeckImportPreview } from '@lectern/contracts';

/** Which cells of a line are the sides, counted from 1, and whether the first line has names. */
export interface Columns {
  front: number;
  back: number;
  hasHeader: boolean;
}

type Table = NonNullable<DeckImportPreview['table']>;

const shownCards = 10;

/** The columns as the call takes them. */
export const columnsField = ({ front, back, hasHeader }: Columns): string =>
  `${String(front)},${String(back)}${hasHeader ? ',header' : ''}`;

/** The first cards with other columns than the service found. */
export const cardsWith = ({ rows }: Table, { front, back, hasHeader }: Columns): { front: string; back: string }[] =>
  rows
    .slice(hasHeader ? 1 : 0)
    .map((row) => ({ front: (row[front - 1] ?? '').trim(), back: (row[back - 1] ?? '').trim() }))
    .filter((card) => card.front !== '' && card.back !== '')
    .slice(0, shownCards);

const longestSample = 30;

/** The columns of a text by their names, else by the beginning of their first cell. */
export const columnNames = ({ rows }: Table, hasHeader: boolean): string[] => {
  const width = Math.max(2, ...rows.map(({ length }) => length));
  return Array.from({ length: width }, (_, index) => {
    const cell = (rows[0]?.[index] ?? '').trim().slice(0, longestSample);
    if (hasHeader && cell !== '') return cell;
    return cell === '' ? `Column ${String(index + 1)}` : `Column ${String(index + 1)}: ${cell}`;
  });
};
