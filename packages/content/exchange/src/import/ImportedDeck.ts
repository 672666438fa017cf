import { sizes, type TextEncodingName } from '@lectern/contracts';
import type { AnkiReview, AnkiSchedule } from '../anki/AnkiDeck.ts';

/** Whether a side of a card has too many characters. Surrogate pairs count as one. */
export const isTooLong = (text: string): boolean => text.length > sizes.cardSide && [...text].length > sizes.cardSide;

/** A card's schedule in the program that exported it. */
export interface ImportedSchedule extends Pick<AnkiSchedule, 'state' | 'due'> {
  /** FSRS's memory state; undefined if another algorithm scheduled the card. */
  memory: Pick<AnkiSchedule, 'stability' | 'difficulty'> | undefined;
}

export interface ImportedPicture {
  side: 'front' | 'back';
  source: string;
  alt: string;
}

/** Sides are plain text with at least one visible character. */
export interface ImportedCard {
  front: string;
  back: string;
  /** Shown on request before the answer. */
  hint?: string;
  tags: readonly string[];
  pictures?: readonly ImportedPicture[];
  /** Identifies a package's card in every export. */
  key?: string;
  isSuspended: boolean;
  /** Undefined for a new card, or one that was reset. */
  schedule: ImportedSchedule | undefined;
  /** Oldest first. */
  reviews: readonly AnkiReview[];
}

export interface ImportedDeck {
  title: string | undefined;
  /** Names from the outermost deck to this one; the source of the title. */
  path?: readonly string[] | undefined;
  cards: readonly ImportedCard[];
}

export type SkipReason =
  | 'pictures'
  | 'sounds'
  | 'sources'
  | 'empty-sides'
  | 'long-sides'
  | 'lines-without-back'
  | 'other-cells'
  | 'unlogged-schedules';

export interface FileEncoding {
  name: TextEncodingName;
  /** False if other encodings are about as likely. */
  isCertain: boolean;
}

/** Sample cells of a text file, for choosing the sides. */
export interface DelimitedTable {
  /** At most eleven lines. */
  rows: readonly (readonly string[])[];
  columns: ColumnChoice;
}

/** Which cells of a line are the sides of a card, counted from 0. */
export interface ColumnChoice {
  front: number;
  back: number;
  /** Whether the first line has column names. */
  hasHeader: boolean;
}

export interface ImportedDecks {
  decks: readonly ImportedDeck[];
  skipped: Readonly<Partial<Record<SkipReason, number>>>;
  /** Only for a text file. */
  table: DelimitedTable | undefined;
  /** Picture files in the reader's folder, by their URLs in the cards. */
  pictures?: ReadonlyMap<string, string>;
  /** Only for a text file. */
  encoding?: FileEncoding | undefined;
}

/** Counts what is left out. A picture or sound on several cards counts once. */
export class Skipped {
  readonly #counts = new Map<SkipReason, number>();
  readonly #media = { pictures: new Set<string>(), sounds: new Set<string>() };

  add(reason: Exclude<SkipReason, 'pictures' | 'sounds'>): void {
    this.#counts.set(reason, (this.#counts.get(reason) ?? 0) + 1);
  }

  addMedia(kind: 'pictures' | 'sounds', name: string): void {
    this.#media[kind].add(name);
  }

  counts(): Partial<Record<SkipReason, number>> {
    const { pictures, sounds } = this.#media;
    return {
      ...(pictures.size > 0 && { pictures: pictures.size }),
      ...(sounds.size > 0 && { sounds: sounds.size }),
      ...Object.fromEntries(this.#counts),
    };
  }
}

const mostTags = 50;
const mostCharacters = 100;

/** Splits Anki's space-separated list of tags. */
export const tagsIn = (list: string): string[] => {
  const tags = new Set<string>();
  for (const tag of list.slice(0, 2 * mostTags * mostCharacters).split(/\s+/)) {
    const shown = tag.replace(/\p{Cc}/gu, '').toWellFormed();
    if (shown !== '' && shown.length <= mostCharacters && tags.size < mostTags) tags.add(shown);
  }
  return [...tags];
};
