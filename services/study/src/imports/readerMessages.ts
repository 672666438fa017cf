import type { TextEncodingName } from '@lectern/contracts';
import type { ColumnChoice, ImportedCard, ImportErrorCode } from '@lectern/exchange/reading';
import type { ReadUpload, UploadPreview } from './readUpload.ts';

/** The task of a process, as JSON in the file `request`, next to the upload. */
export interface ReaderRequest {
  kind: 'import' | 'preview';
  name: string;
  title?: string | undefined;
  columns?: ColumnChoice | undefined;
  encoding?: TextEncodingName | undefined;
  /** ISO 8601. */
  now: string;
}

/** The files in the folder of a process. */
export const readerFiles = { upload: 'upload', request: 'request' } as const;

/** A message of the process. Errors are sent as code and message, because their class is lost between processes. Cards are sent in parts. */
export type ReaderMessage =
  | { kind: 'failure'; code: ImportErrorCode; message: string }
  | { kind: 'preview'; preview: UploadPreview }
  | { kind: 'part'; deck: number; cards: readonly ImportedCard[] }
  | { kind: 'end'; decks: readonly Omit<ReadUpload['decks'][number], 'cards'>[]; rest: Omit<ReadUpload, 'decks'> };

/** The maximum number of cards and reviews per message, so that it is read in a few milliseconds. */
const cardsPerPart = 500;
const reviewsPerPart = 2_000;

/** Yields the messages of a file in small parts. */
export function* messagesOf({ decks, ...rest }: ReadUpload): Generator<ReaderMessage> {
  for (const [deck, { cards }] of decks.entries()) {
    let part: ImportedCard[] = [];
    let reviews = 0;
    for (const card of cards) {
      if (part.length === cardsPerPart || (part.length > 0 && reviews + card.reviews.length > reviewsPerPart)) {
        yield { kind: 'part', deck, cards: part };
        part = [];
        reviews = 0;
      }
      part.push(card);
      reviews += card.reviews.length;
    }
    if (part.length > 0) yield { kind: 'part', deck, cards: part };
  }
  yield { kind: 'end', decks: decks.map(({ title, path }) => ({ title, path })), rest };
}

/** Assembles the parts of a file. */
export const collectParts = () => {
  const decks: ImportedCard[][] = [];
  return {
    add: ({ deck, cards }: Extract<ReaderMessage, { kind: 'part' }>): void => {
      const found = (decks[deck] ??= []);
      for (const card of cards) found.push(card);
    },
    end: ({ decks: named, rest }: Extract<ReaderMessage, { kind: 'end' }>): ReadUpload => ({
      decks: named.map((deck, index) => ({ ...deck, cards: decks[index] ?? [] })),
      ...rest,
    }),
  };
};

interface ReaderFailure {
  code: ImportErrorCode;
  message: string;
}

/** The failure of a process that exceeds its time limit. */
export const tookTooLong: ReaderFailure = {
  code: 'too-large',
  message: 'This file takes too long to read. Export its decks one by one.',
};

/** The failure of a process that exceeds its memory limit. */
export const tookTooMuch: ReaderFailure = {
  code: 'too-large',
  message: 'This file is too large to read in one go. Export its decks one by one.',
};
