import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const judgements = ['good', 'usable', 'bad'] as const;
export type Judgement = (typeof judgements)[number];

/** An item that a reader judged, as numbers: none of its words is kept. */
export interface JudgedItem {
  reader: string;
  deck: string;
  judgement: Judgement;
  /** What describes it. A feature that did not exist when the item was judged is missing. */
  features: Readonly<Record<string, number>>;
}

/** The two kinds of items that are judged, and the names of their files. */
export const itemKinds = ['questions', 'cards'] as const;
export type ItemKind = (typeof itemKinds)[number];

/** The first columns of such a file; the others are features. */
export const judgementColumns = ['judgement', 'deck'] as const;

/**
 * Reads the items of one reader: a judgement and a deck in front of the features. Rows without a judgement were not judged and are left out.
 * @throws Error for a row that is not so
 */
export function parseJudgements(csv: string, reader: string): JudgedItem[] {
  const [header = '', ...lines] = csv.trim().split('\n');
  const names = header.split(',').slice(judgementColumns.length);
  return lines.flatMap((line, index): JudgedItem[] => {
    const [written, deck = '', ...cells] = line.split(',');
    if (written === '') return [];
    const judgement = judgements.find((one) => one === written);
    const values = cells.map(Number);
    if (!judgement || values.length !== names.length || values.some(Number.isNaN)) throw new Error(`Row ${index + 2} is no judgement.`);
    return [{ reader, deck, judgement, features: Object.fromEntries(names.map((name, at) => [name, values[at] ?? 0])) }];
  });
}

/** The items of all readers: each has a folder with a file a kind. */
export const readJudgements = (folder: string, kind: ItemKind): JudgedItem[] =>
  readdirSync(folder)
    .sort()
    .flatMap((reader) => {
      const file = join(folder, reader, `${kind}.csv`);
      return existsSync(file) ? parseJudgements(readFileSync(file, 'utf8'), reader) : [];
    });
