import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { join } from 'node:path';
import { sizes } from '@lectern/contracts';
import { htmlToText } from '../../html/htmlToText.ts';
import type { ImportedCard, ImportedDeck, ImportedDecks } from '../../import/ImportedDeck.ts';
import { ImportError } from '../../import/ImportError.ts';
import { importLimits } from '../../import/importLimits.ts';
import { Skipped } from '../../import/Skipped.ts';
import { noteTypeId } from '../ankiCollection.ts';
import type { AnkiReview } from '../AnkiDeck.ts';
import { withOurFormulas } from '../ankiFormulas.ts';
import { asCollectionError, openCollection, type OpenCollection } from './openCollection.ts';
import { readDeckNames, readNoteTypes, type NoteType } from './readNoteTypes.ts';
import { readReviews, scheduleOf, type CardRow } from './readSchedules.ts';
import { renderTemplate } from './renderTemplate.ts';
import { unpackCollection } from './unpackCollection.ts';

const suspendedQueue = -1;
const fieldSeparator = '\u001f';

interface Note {
  type: NoteType;
  fields: ReadonlyMap<string, string>;
  /** Made by our own export, whose third field is the source. */
  isOwn: boolean;
}

const isTooLong = (text: string): boolean => text.length > sizes.cardSide && [...text].length > sizes.cardSide;

const sound = /\[sound:([^[\]]*)\]/g;
/** Some older note types repeat the question in the answer. */
const withoutQuestion = (answer: string, question: string): string => {
  if (question === '' || !answer.startsWith(`${question}\n`)) return answer;
  const rest = answer.slice(question.length).trim();
  return rest === '' ? answer : rest;
};

/** Reads the notes of a collection, each once for the cards that follow on each other. */
class Notes {
  readonly #get: StatementSync;
  readonly #types: ReadonlyMap<number, NoteType>;
  readonly #skipped: Skipped;
  #last: { id: number; note: Note | undefined } | undefined;

  constructor(database: DatabaseSync, types: ReadonlyMap<number, NoteType>, skipped: Skipped) {
    this.#get = database.prepare('SELECT mid, flds FROM notes WHERE id = ?');
    this.#types = types;
    this.#skipped = skipped;
  }

  get(id: number): Note | undefined {
    if (this.#last?.id === id) return this.#last.note;
    const note = this.#read(id);
    this.#last = { id, note };
    const source = note?.isOwn ? (note.fields.get('Source') ?? '').trim() : '';
    if (source !== '') this.#skipped.add('sources');
    // Its words are not needed, but its pictures are counted.
    htmlToText(source, { picture: (name) => this.#skipped.addMedia('pictures', name), sound: () => undefined });
    return note;
  }

  #read(id: number): Note | undefined {
    const row = this.#get.get(id);
    const type = this.#types.get(Number(row?.['mid']));
    const text = row?.['flds'];
    if (!type || typeof text !== 'string' || text.length > importLimits.noteCharacters) return undefined;
    const isOwn = Number(row?.['mid']) === noteTypeId;
    const values = text.split(fieldSeparator);
    return { type, isOwn, fields: new Map(type.fields.map((name, index) => [name, this.#withoutSounds(values[index] ?? '')])) };
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

/** The sides of a card, or why it has none. */
const sidesOf = (
  { type, fields, isOwn }: Note,
  ord: number,
  skipped: Skipped,
): { front: string; back: string } | 'empty-sides' | 'long-sides' => {
  const template = type.templates.get(type.isCloze ? 0 : ord);
  const gap = type.isCloze ? ord + 1 : undefined;
  // The source of our own cards is no part of their backs.
  const shownFields = isOwn ? new Map([...fields, ['Source', '']]) : fields;
  const htmlOf = (side: 'front' | 'back') => template && renderTemplate(template[side], { fields: shownFields, gap, side });
  const [question, answer] = [htmlOf('front'), htmlOf('back')];
  if (question === undefined || answer === undefined) return 'empty-sides';
  const media = {
    picture: (name: string) => skipped.addMedia('pictures', name),
    sound: (name: string) => skipped.addMedia('sounds', name),
  };
  const front = htmlToText(question, media);
  const back = withoutQuestion(htmlToText(answer, media), front);
  // The gaps of an image occlusion card are shapes.
  if (front === '' || back === '' || back.startsWith('image-occlusion:')) return 'empty-sides';
  return isTooLong(front) || isTooLong(back) ? 'long-sides' : { front, back };
};

/** The state of a card in Anki. A schedule that cannot be imported is counted as skipped. */
const standingOf = (
  row: CardRow,
  reviews: readonly AnkiReview[],
  createdAt: number,
  skipped: Skipped,
): Pick<ImportedCard, 'isSuspended' | 'schedule' | 'reviews'> => {
  const schedule = scheduleOf(row, createdAt);
  // Lectern computes a schedule from its reviews, so one without reviews is not imported.
  if (schedule && reviews.length === 0) skipped.add('unlogged-schedules');
  return { isSuspended: row.queue === suspendedQueue, schedule: reviews.length > 0 ? schedule : undefined, reviews };
};

const cardRows = (database: DatabaseSync): CardRow[] => {
  // A card in a filtered deck has its own deck and due day in the columns odid and odue.
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
  // The cards of a note follow on each other, whenever they were made.
  return found.sort((a, b) => a.nid - b.nid || a.ord - b.ord);
};

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
    const cards = decks.get(row.did) ?? [];
    cards.push({ ...sides, ...standingOf(row, reviews.get(row.id) ?? [], createdAt, skipped) });
    decks.set(row.did, cards);
  }
  const found = [...decks].map(([id, cards]): ImportedDeck => ({ title: names.get(id), cards }));
  return { decks: found, skipped: skipped.counts(), table: undefined };
};

/**
 * Reads an unpacked collection. This modifies the file.
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

/**
 * Reads a package of Anki of any of the three generations: basic and reversed cards, a card for each gap of a text, decks within decks, schedules
 * and review log.
 * @param folder - an empty folder of our own, for the unpacked collection
 * @throws ImportError
 */
export const readApkg = async (bytes: Uint8Array, folder: string): Promise<ImportedDecks> => {
  const file = join(folder, 'collection.sqlite');
  await unpackCollection(bytes, file);
  return readCollectionFile(file);
};
