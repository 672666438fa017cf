import { counted, type DeckImport as DeckImportAnswer, type DeckImportPreview, type ErrorCode, type Plan, sizes } from '@lectern/contracts';
import { maybeYield } from '@lectern/document-store';
import { ImportError } from '@lectern/exchange/import-error';
import type { DelimitedTable, ImportErrorCode, SkipReason } from '@lectern/exchange/reading';
import { type Creation, DomainError } from '@lectern/service-kit';
import type { StudyContext } from '../StudyContext.ts';
import { encodeCardPictures } from '../decks/cardPictures.ts';
import { asDeckListItem } from '../decks/deckDocument.ts';
import { requireRoom } from '../items/items.ts';
import type { DeckDocument } from '../store.ts';
import { findExistingCards } from './existingCards.ts';
import { identitiesOf, importedReviewsPerCard, nameDecks, planDecks, type PlannedDeck } from './planDecks.ts';
import { type DeckChange, planChanges } from './planChanges.ts';
import type { ImportUpload } from './readImportForm.ts';
import type { NamedDeck, SkippedCounts } from './readUpload.ts';
import { changeImportedDeck, makeImportedDecks } from './storeImport.ts';

/** The reasons for skipped content, as shown to the learner. */
const skippedWords: Readonly<Record<SkipReason | 'impossible-reviews' | 'existing-cards', string>> = {
  pictures: 'Pictures',
  sounds: 'Sounds',
  sources: 'Card sources',
  'empty-sides': 'Cards without text on both sides',
  'long-sides': 'Cards with a side of more than 2,000 characters',
  'lines-without-back': 'Lines without a front and a back',
  'other-cells': 'Cells beyond the front and the back',
  'unlogged-schedules': 'Schedules of cards without reviews',
  'existing-cards': 'Cards that you have already',
  'impossible-reviews': `Reviews before the year 2000, in the future, or beyond ${importedReviewsPerCard.toLocaleString('en')} of a card`,
};

/** The contract's error code for each failure. */
const importErrorCodes = {
  'not-a-deck': 'unsupported_type',
  damaged: 'unreadable_file',
  encrypted: 'unreadable_file',
  'too-large': 'unreadable_file',
  'no-cards': 'unreadable_file',
} as const satisfies Record<ImportErrorCode, ErrorCode>;

/** The maximum number of characters per cell in a preview. */
const cellCharacters = 300;

/** @throws DomainError `unsupported_type` and `unreadable_file` with a sentence for the learner */
const orDomainError = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ImportError)) throw error;
    throw new DomainError(importErrorCodes[error.code], error.message, { cause: error });
  }
};

/** Describes skipped content for the learner. */
const shownSkipped = (skipped: SkippedCounts): DeckImportAnswer['skipped'] =>
  Object.entries(skipped).map(([reason, count]) => ({ reason: skippedWords[reason as keyof SkippedCounts], count }));

/** Returns the table of a preview. */
const shownTable = ({ rows, columns }: DelimitedTable): NonNullable<DeckImportPreview['table']> => ({
  rows: rows.map((row) => row.map((cell) => cell.slice(0, cellCharacters).toWellFormed())),
  front: columns.front + 1,
  back: columns.back + 1,
  hasHeader: columns.hasHeader,
});

const alreadyImported = (count: number) =>
  new DomainError('already_imported', `${counted(count, 'card')} of this file ${count === 1 ? 'is' : 'are'} in your decks already.`, {
    existing: count,
  });

/**
 * Checks the limits before anything is stored. A deck above the plan's number of cards is refused. A new deck with more cards
 * than any plan allows is split.
 *
 * @throws DomainError `limit_reached`
 */
const requireLimits = (fresh: readonly PlannedDeck[], changes: readonly DeckChange[], { cardsPerDeck }: Plan): void => {
  const bounds = { name: 'card', limit: cardsPerDeck, most: sizes.cards } as const;
  for (const { cards } of fresh) requireRoom(Math.min(cards.length, sizes.cards), bounds);
  for (const { size, added } of changes) if (added.length > 0) requireRoom(size + added.length, bounds);
};

const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);

/** Counts the cards that an import adds and updates. */
const countsOf = (fresh: readonly PlannedDeck[], changes: readonly DeckChange[]) => ({
  added: sum([...fresh.map(({ cards }) => cards.length), ...changes.map(({ added }) => added.length)]),
  updated: sum(changes.map(({ updated }) => updated.size)),
});

/** Returns the created and changed decks as list items. */
const answerOf = (
  made: readonly DeckDocument[],
  changed: readonly DeckDocument[],
  skipped: SkippedCounts,
  now: Date,
): DeckImportAnswer => ({
  decks: [...made, ...changed].map((deck) => asDeckListItem({ ...deck, itemCount: deck.cards.length }, now)),
  skipped: shownSkipped(skipped),
});

/** Returns the identities of a file's decks, to search for them among the learner's. */
const searchedDecks = async (named: readonly PlannedDeck[]): Promise<NamedDeck[]> => {
  const decks: NamedDeck[] = [];
  for (const { title, cards } of named) {
    const identities: string[][] = [];
    for (const card of cards) {
      await maybeYield();
      identities.push(identitiesOf(card));
    }
    decks.push({ title, identities });
  }
  return decks;
};

/** Encodes the pictures of the cards that will be stored. `left`: the number of pictures that could not be decoded. */
async function encodePictures(
  study: StudyContext,
  userId: string,
  cards: readonly PlannedDeck['cards'][number][],
  files: ReadonlyMap<string, Uint8Array<ArrayBuffer>>,
) {
  const sources = new Set(cards.flatMap(({ pictures = [] }) => pictures.map(({ source }) => source)));
  const shown = new Map([...files].filter(([source]) => sources.has(source)));
  const made = await encodeCardPictures(study, userId, shown);
  return { made, left: shown.size - made.size };
}

/** Previews an import. */
export const previewImport = (study: StudyContext, userId: string, upload: ImportUpload): Promise<DeckImportPreview> =>
  orDomainError(async () => {
    const { decks, cards, reviewCount, skipped, table, encoding, named } = await study.deckReader.preview(userId, upload, study.clock());
    const { count } = await findExistingCards(study, userId, named);
    return {
      ...{ decks: [...decks], cards: [...cards], reviewCount, existing: count },
      skipped: shownSkipped(skipped),
      ...(table && { table: shownTable(table) }),
      ...(encoding && { encoding: encoding.name, isEncodingCertain: encoding.isCertain }),
    };
  });

/**
 * Imports the decks of a file as the learner's own, with schedules and review log. New decks are all created or none. Each existing deck is changed
 * as a whole; after an interruption, the next call with the same file completes the import.
 *
 * @throws DomainError `already_imported` for previously imported cards, if the learner has not chosen how to handle them;
 *   `limit_reached` at the plan's limits; `unsupported_type` and `unreadable_file` for a file without cards
 */
export const importDecks = (study: StudyContext, userId: string, upload: ImportUpload, creation: Creation): Promise<DeckImportAnswer> =>
  orDomainError(async () => {
    const { clock } = study;
    const { decks, skipped, pictureFiles } = await study.deckReader.read(userId, upload, clock());
    const named = nameDecks(decks, upload.name, upload.title);
    const found =
      upload.existing === 'copy' ? undefined : await findExistingCards(study, userId, await searchedDecks(named), creation.newId);
    const isUndecided = upload.existing === undefined;
    // Duplicates of the learner's own cards need no decision; those of imported cards do.
    if (found && found.importedCount > 0 && isUndecided) throw alreadyImported(found.count);
    const plan = await study.plans.planOf(userId);
    const { fresh, changes, kept } = planChanges(named, isUndecided ? undefined : found, upload.existing === 'update');
    requireLimits(fresh, changes, plan);
    const cards = [...fresh.flatMap((deck) => deck.cards), ...changes.flatMap(({ added, updated }) => [...added, ...updated.values()])];
    const { made: encoded, left } = await encodePictures(study, userId, cards, pictureFiles);
    const call = { userId, made: encoded, creation };
    const made = await makeImportedDecks(study, call, planDecks(fresh), plan);
    const changed: DeckDocument[] = [];
    for (const [index, change] of changes.entries()) changed.push(await changeImportedDeck(study, call, change, index));
    const leftOut = {
      ...skipped,
      ...(left > 0 && { pictures: (skipped.pictures ?? 0) + left }),
      ...(kept > 0 && { 'existing-cards': kept }),
    };
    const answer = answerOf(made, changed, leftOut, clock());
    return isUndecided ? answer : { ...answer, ...countsOf(fresh, changes), changedDecks: changed.map(({ _id }) => _id) };
  });
