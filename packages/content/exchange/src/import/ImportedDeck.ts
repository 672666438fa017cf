import { sizes, type TextEncodingName } from '@lectern/contracts';
import type { AnkiReview, AnkiSchedule } from '../anki/AnkiDeck.ts';

/** Whether a card's side has too many characters. Surrogate pairs count as one. */
export const isTooLong = (text: string): boolean => text.length > sizes.cardSide && [...text].length > sizes.cardSide;

/** The schedule of a card in the program that it comes from. */
export interface ImportedSchedule extends Pick<AnkiSchedule, 'state' | 'due'> {
  /** What FSRS knew of it there; undefined where it was scheduled by another algorithm. */
  memory: Pick<AnkiSchedule, 'stability' | 'difficulty'> | undefined;
}

/** A picture of a card, by its address in the card. */
export interface ImportedPicture {
  side: 'front' | 'back';
  source: string;
  alt: string;
}

/** A card whose sides are plain text. Each side has a visible character. */
export interface ImportedCard {
  front: string;
  back: string;
  /** Shown on request before the answer. */
  hint?: string;
  tags: readonly string[];
  pictures?: readonly ImportedPicture[];
  /** Of a package: identifies the card in every export of it. */
  key?: string;
  isSuspended: boolean;
  /** Undefined for a new card, also for one that was reviewed and then forgotten on purpose. */
  schedule: ImportedSchedule | undefined;
  /** Oldest first. */
  reviews: readonly AnkiReview[];
}

export interface ImportedDeck {
  /** Undefined where the file does not say one. */
  title: string | undefined;
  /** The names from the outermost deck to this one, of which the title is made. */
  path?: readonly string[] | undefined;
  cards: readonly ImportedCard[];
}

/** What was left out. */
export type SkipReason =
  | 'pictures'
  | 'sounds'
  | 'sources'
  | 'empty-sides'
  | 'long-sides'
  | 'lines-without-back'
  | 'other-cells'
  | 'unlogged-schedules';

/** The encoding of a text file. */
export interface FileEncoding {
  name: TextEncodingName;
  /** False when others are about as likely. */
  isCertain: boolean;
}

/** The cells of a text file, for choosing which of them are the sides. */
export interface DelimitedTable {
  /** The first lines, at most eleven. */
  rows: readonly (readonly string[])[];
  columns: ColumnChoice;
}

/** Which cells of a line are the sides of a card, counted from 0. */
export interface ColumnChoice {
  front: number;
  back: number;
  /** The first line has names and no card. */
  hasHeader: boolean;
}

export interface ImportedDecks {
  decks: readonly ImportedDeck[];
  skipped: Readonly<Partial<Record<SkipReason, number>>>;
  /** Of a text file. */
  table: DelimitedTable | undefined;
  /** The files of pictures in the reader's folder, by the addresses in the cards. */
  pictures?: ReadonlyMap<string, string>;
  /** Of a text file. */
  encoding?: FileEncoding | undefined;
}

/** Counts what is left out. A picture or sound that several cards show counts once. */
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

/** The most tags of a card, and the most characters of one. */
const mostTags = 50;
const mostCharacters = 100;

/** The tags of a list with spaces between them, as Anki writes it. */
export const tagsIn = (list: string): string[] => {
  const tags = new Set<string>();
  for (const tag of list.slice(0, 2 * mostTags * mostCharacters).split(/\s+/)) {
    const shown = tag.replace(/\p{Cc}/gu, '').toWellFormed();
    if (shown !== '' && shown.length <= mostCharacters && tags.size < mostTags) tags.add(shown);
  }
  return [...tags];
};
