import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { join } from 'node:path';
import { htmlToText } from '../../html/htmlToText.ts';
import {
  type ImportedCard,
  type ImportedDeck,
  type ImportedDecks,
  type ImportedPicture,
  Skipped,
  tagsIn,
  isTooLong,
} from '../../import/ImportedDeck.ts';
import { ImportError } from '../../import/ImportError.ts';
import { importLimits } from '../../import/importLimits.ts';
import { pathOfAnkiName, titleOfPath } from '../../deckPath.ts';
import { fieldSeparator, ownNoteTypeIds, suspendedQueue } from '../ankiCollection.ts';
import type { AnkiReview } from '../AnkiDeck.ts';
import { withOurFormulas } from '../ankiFormulas.ts';
import { asCollectionError, openCollection, type OpenCollection } from './openCollection.ts';
import { readDeckNames, readNoteTypes, type NoteType } from './readNoteTypes.ts';
import { withoutHintMarks } from './hints.ts';
import { placeOf, readReviews, scheduleOf, type CardRow } from './readSchedules.ts';
import { renderTemplate } from './renderTemplate.ts';
import { unpackCollection } from './unpackCollection.ts';
import { unpackPictures } from './unpackPictures.ts';

interface Note {
  type: NoteType;
  guid: string;
  tags: readonly string[];
  fields: ReadonlyMap<string, string>;
  /** Made by our own export. The third field is the source. */
  isOwn: boolean;
}

const sound = /\[sound:([^[\]]*)\]/g;
/** Removes the question from an answer. Some older note types repeat it. */
const withoutQuestion = (answer: string, question: string): string => {
  if (question === '' || !answer.startsWith(`${question}\n`)) return answer;
  const rest = answer.slice(question.length).trim();
  return rest === '' ? answer : rest;
};

/** Reads notes, caching the last one for consecutive cards. */
class Notes {
  readonly #get: StatementSync;
  readonly #types: ReadonlyMap<number, NoteType>;
  readonly #skipped: Skipped;
  #last: { id: number; note: Note | undefined } | undefined;

  constructor(database: DatabaseSync, types: ReadonlyMap<number, NoteType>, skipped: Skipped) {
    this.#get = database.prepare('SELECT mid, guid, tags, flds FROM notes WHERE id = ?');
    this.#types = types;
    this.#skipped = skipped;
  }

  get(id: number): Note | undefined {
    if (this.#last?.id === id) return this.#last.note;
    const note = this.#read(id);
    this.#last = { id, note };
    const source = note?.isOwn ? (note.fields.get('Source') ?? '').trim() : '';
    if (source !== '') this.#skipped.add('sources');
    // Counts the pictures. The words are not needed.
    htmlToText(source, { picture: (name) => this.#skipped.addMedia('pictures', name), sound: () => undefined });
    return note;
  }

  #read(id: number): Note | undefined {
    const row = this.#get.get(id);
    const type = this.#types.get(Number(row?.['mid']));
    const text = row?.['flds'];
    if (!type || typeof text !== 'string' || text.length > importLimits.noteCharacters) return undefined;
    const [guid, tags] = [row?.['guid'], row?.['tags']];
    const values = text.split(fieldSeparator);
    return {
      type,
      guid: typeof guid === 'string' ? guid : '',
      tags: typeof tags === 'string' ? tagsIn(tags) : [],
      isOwn: ownNoteTypeIds.includes(Number(row?.['mid'])),
      fields: new Map(type.fields.map((name, index) => [name, this.#withoutSounds(values[index] ?? '')])),
    };
  }

  #withoutSounds(field: string): string {
    return withOurFormulas(
      field.replace(sound, (_whole, name: string) => {
        this.#skipped.addMedia('sounds', name);
        return '';
      }),
    );
  }
}

/** Maximum pictures of a side, and characters of their alternative texts. */
const mostPicturesOfSide = 3;
const mostAlt = 300;

/** Returns the sides of a card, empty if it only shows pictures, or why it has none. */
const sidesOf = (
  { type, fields, isOwn }: Note,
  ord: number,
  skipped: Skipped,
): Pick<ImportedCard, 'front' | 'back' | 'hint' | 'pictures'> | 'empty-sides' | 'long-sides' => {
  const template = type.templates.get(type.isCloze ? 0 : ord);
  const gap = type.isCloze ? ord + 1 : undefined;
  // The source of our own cards is not part of their backs.
  const shownFields = isOwn ? new Map([...fields, ['Source', '']]) : fields;
  const htmlOf = (side: 'front' | 'back') => template && renderTemplate(template[side], { fields: shownFields, gap, side });
  const [question, answer] = [htmlOf('front'), htmlOf('back')];
  if (question === undefined || answer === undefined) return 'empty-sides';
  const pictures: ImportedPicture[] = [];
  const mediaOf = (side: ImportedPicture['side']) => ({
    picture: (source: string, alt: string) => {
      skipped.addMedia('pictures', source);
      if (pictures.filter((each) => each.side === side).length < mostPicturesOfSide)
        pictures.push({ side, source, alt: alt.slice(0, mostAlt).toWellFormed() });
    },
    sound: (name: string) => skipped.addMedia('sounds', name),
  });
  const hint = question.hints.map((each) => htmlToText(each, mediaOf('front'))).join('\n');
  const asked = withoutHintMarks(htmlToText(question.html, mediaOf('front')));
  // A question that is only a hint has to be shown.
  const front = asked === '' ? hint : asked;
  const back = withoutQuestion(htmlToText(answer.html, mediaOf('back')), front);
  // The gaps of an image occlusion card are shapes.
  if (back.startsWith('image-occlusion:')) return 'empty-sides';
  if (isTooLong(front) || isTooLong(back) || isTooLong(hint)) return 'long-sides';
  return { front, back, ...(hint !== '' && asked !== '' && { hint }), ...(pictures.length > 0 && { pictures }) };
};

/** Returns the state of a card in Anki. Counts a schedule that cannot be imported. */
const standingOf = (
  row: CardRow,
  reviews: readonly AnkiReview[],
  createdAt: number,
  skipped: Skipped,
): Pick<ImportedCard, 'isSuspended' | 'schedule' | 'reviews'> => {
  const schedule = scheduleOf(row, createdAt);
  // Lectern computes schedules from reviews, so one without reviews is not imported.
  if (schedule && reviews.length === 0) skipped.add('unlogged-schedules');
  return { isSuspended: row.queue === suspendedQueue, schedule: reviews.length > 0 ? schedule : undefined, reviews };
};

const cardRows = (database: DatabaseSync): CardRow[] => {
  // A card in a filtered deck keeps its own deck and due day in odid and odue.
  const rows = database.prepare(
    'SELECT id, nid, CASE WHEN odid <> 0 THEN odid ELSE did END AS did, ord, type, queue, CASE WHEN odid <> 0 AND odue <> 0 THEN odue ELSE due END AS due, data FROM cards ORDER BY id LIMIT ?',
  );
  const found: CardRow[] = [];
  for (const row of rows.iterate(importLimits.cards + 1)) {
    const data = row['data'];
    found.push({
      ...{ id: Number(row['id']), nid: Number(row['nid']), did: Number(row['did']), ord: Number(row['ord']) },
      ...{ type: Number(row['type']), queue: Number(row['queue']), due: Number(row['due']) || 0 },
      data: typeof data === 'string' && data.length < 1_000 ? data : '',
    });
  }
  if (found.length > importLimits.cards)
    throw new ImportError(
      'too-large',
      `There are more than ${importLimits.cards.toLocaleString('en')} cards in this file. Export its decks one by one.`,
    );
  return found
    .map((row) => ({ row, place: placeOf(row) }))
    .sort(byPlace)
    .map(({ row }) => row);
};

interface PlacedRow {
  row: CardRow;
  place: number;
}

/** The order in which new cards come. Cards with equal places, such as those of one note, follow the order of their notes. */
const byPlace = (a: PlacedRow, b: PlacedRow): number => a.place - b.place || a.row.nid - b.row.nid || a.row.ord - b.row.ord;

/** Anki's have ten characters. */
const mostKeyCharacters = 100;

/** Identifies a card in every package that contains it. Our own packages have one card per note, under its id. */
const keyOf = ({ guid, isOwn }: Note, ord: number): string => (isOwn ? guid : `${guid}:${ord}`).slice(0, mostKeyCharacters);

const readCollection = (collection: OpenCollection): ImportedDecks => {
  const { database } = collection;
  const skipped = new Skipped();
  const created = Number(database.prepare('SELECT crt FROM col LIMIT 1').get()?.['crt']);
  const createdAt = Number.isFinite(created) ? created : 0;
  const notes = new Notes(database, readNoteTypes(collection), skipped);
  const names = readDeckNames(collection);
  const rows = cardRows(database);
  const reviews = readReviews(database, new Set(rows.map(({ id }) => id)));
  const decks = new Map<number, ImportedCard[]>();
  for (const row of rows) {
    const note = notes.get(row.nid);
    const sides = note ? sidesOf(note, row.ord, skipped) : 'empty-sides';
    if (typeof sides === 'string') {
      skipped.add(sides);
      continue;
    }
    if (!note) continue;
    const cards = decks.get(row.did) ?? [];
    const { tags, guid } = note;
    cards.push({
      ...sides,
      tags,
      ...(guid !== '' && { key: keyOf(note, row.ord) }),
      ...standingOf(row, reviews.get(row.id) ?? [], createdAt, skipped),
    });
    decks.set(row.did, cards);
  }
  const found = [...decks].map(([id, cards]): ImportedDeck => {
    const name = names.get(id);
    const path = name === undefined ? undefined : pathOfAnkiName(name);
    return { title: path && titleOfPath(path), path, cards };
  });
  return { decks: found, skipped: skipped.counts(), table: undefined };
};

/**
 * Reads an unpacked collection. Modifies the file.
 *
 * @throws ImportError
 */
export const readCollectionFile = (file: string): ImportedDecks => {
  const collection = openCollection(file);
  try {
    return readCollection(collection);
  } catch (error) {
    throw asCollectionError(error);
  } finally {
    collection.database.close();
  }
};

/** The text of a side with only a picture. */
const pictureWords = 'Picture';

/** Keeps the pictures that the package has. Drops cards with a side that has neither words nor pictures. */
const withPictures = (read: ImportedDecks, files: ReadonlyMap<string, string>): ImportedDecks => {
  let empty = 0;
  const decks = read.decks.map((deck) => ({
    ...deck,
    cards: deck.cards.flatMap((card): ImportedCard[] => {
      const { pictures: named = [], ...words } = card;
      const pictures = named.filter(({ source }) => files.has(source));
      const wordsOf = (side: ImportedPicture['side']): string => {
        const [first] = pictures.filter((each) => each.side === side);
        return card[side] || (first && (first.alt.trim() || pictureWords)) || '';
      };
      const sides = { front: wordsOf('front'), back: wordsOf('back') };
      if (sides.front !== '' && sides.back !== '') return [{ ...words, ...sides, ...(pictures.length > 0 && { pictures }) }];
      empty += 1;
      return [];
    }),
  }));
  const { pictures = 0, 'empty-sides': others = 0, ...skipped } = read.skipped;
  const left = pictures - files.size;
  return {
    ...read,
    decks,
    skipped: { ...(left > 0 && { pictures: left }), ...skipped, ...(others + empty > 0 && { 'empty-sides': others + empty }) },
    ...(files.size > 0 && { pictures: files }),
  };
};

/**
 * Reads an Anki package of any of the three generations: basic and reversed cards, one card per gap of a text, nested decks, hints, tags,
 * the order of new cards, pictures, schedules and review log.
 *
 * @param folder - An empty folder of our own, for the unpacked collection and pictures.
 * @throws ImportError
 */
export const readApkg = async (bytes: Uint8Array, folder: string): Promise<ImportedDecks> => {
  const file = join(folder, 'collection.sqlite');
  await unpackCollection(bytes, file);
  const read = readCollectionFile(file);
  const sources = new Set(read.decks.flatMap(({ cards }) => cards.flatMap(({ pictures = [] }) => pictures.map(({ source }) => source))));
  return withPictures(read, await unpackPictures(bytes, sources, folder));
};
