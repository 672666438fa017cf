import type { DatabaseSync } from 'node:sqlite';
import { damaged } from '../../import/ImportError.ts';
import { importLimits } from '../../import/importLimits.ts';
import { fieldsIn, textInField } from './fieldsIn.ts';
import type { OpenCollection } from './openCollection.ts';
import { parseTemplate, type TemplatePiece } from './renderTemplate.ts';

/** How the notes of a type become cards. */
export interface NoteType {
  /** Each gap of a text is a card, and all have the first template. */
  isCloze: boolean;
  /** In the order of a note's fields. */
  fields: readonly string[];
  templates: ReadonlyMap<number, CardTemplate>;
}

interface CardTemplate {
  front: readonly TemplatePiece[];
  back: readonly TemplatePiece[];
}

/** Field numbers in Anki's `notetypes.proto`. */
const kindField = 1;
const [frontField, backField] = [1, 2];
const clozeKind = 1;

export const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const textIn = (value: unknown): string => (typeof value === 'string' ? value : '');
const listIn = (value: unknown): Record<string, unknown>[] => (Array.isArray(value) ? value.filter(isRecord) : []);

const templateOf = (front: string, back: string): CardTemplate => ({ front: parseTemplate(front), back: parseTemplate(back) });

/** Reads a JSON object of `col`, by id. */
const readJson = (database: DatabaseSync, column: 'models' | 'decks'): [string, Record<string, unknown>][] => {
  const row = database.prepare(`SELECT ${column} AS json FROM col LIMIT 1`).get();
  const parsed: unknown = JSON.parse(textIn(row?.['json']));
  if (!isRecord(parsed)) throw damaged();
  return Object.entries(parsed).flatMap(([id, value]) => (isRecord(value) ? [[id, value] as [string, Record<string, unknown>]] : []));
};

/** Sorts a JSON list by its numbers, which files of other programs may omit. */
const inOrder = (all: Record<string, unknown>[]): { number: number; value: Record<string, unknown> }[] =>
  all
    .map((value, index) => ({ number: typeof value['ord'] === 'number' ? value['ord'] : index, value }))
    .sort((a, b) => a.number - b.number);

const noteTypesOfJson = (database: DatabaseSync): Map<number, NoteType> =>
  new Map(
    readJson(database, 'models')
      .slice(0, importLimits.noteTypes)
      .map(([id, { type, flds, tmpls }]) => [
        Number(id),
        {
          isCloze: type === clozeKind,
          fields: inOrder(listIn(flds)).map(({ value }) => textIn(value['name'])),
          templates: new Map(
            inOrder(listIn(tmpls)).map(({ number, value }) => [number, templateOf(textIn(value['qfmt']), textIn(value['afmt']))]),
          ),
        },
      ]),
  );

const bytesIn = (value: unknown): Uint8Array => (value instanceof Uint8Array ? value : new Uint8Array());

const isClozeIn = (config: Uint8Array): boolean => fieldsIn(config, kindField, (reader) => reader.int32()).at(-1) === clozeKind;

const templateIn = (config: Uint8Array): CardTemplate => templateOf(textInField(config, frontField), textInField(config, backField));

const partsOf = (database: DatabaseSync, table: 'fields' | 'templates', id: number) =>
  database.prepare(`SELECT ord, name, config FROM ${table} WHERE ntid = ? ORDER BY ord LIMIT 500`).all(id);

const noteTypesOfTables = (database: DatabaseSync): Map<number, NoteType> => {
  const rows = database.prepare('SELECT id, config FROM notetypes LIMIT ?').all(importLimits.noteTypes);
  return new Map(
    rows.map(({ id, config }) => [
      Number(id),
      {
        isCloze: isClozeIn(bytesIn(config)),
        fields: partsOf(database, 'fields', Number(id)).map(({ name }) => textIn(name)),
        templates: new Map(
          partsOf(database, 'templates', Number(id)).map(({ ord, config: own }) => [Number(ord), templateIn(bytesIn(own))]),
        ),
      },
    ]),
  );
};

/** Reads the note types of a collection by id. */
export const readNoteTypes = ({ database, hasTables }: OpenCollection): Map<number, NoteType> =>
  hasTables ? noteTypesOfTables(database) : noteTypesOfJson(database);

/** Separates nested deck names in the newer tables. */
const separator = '\u001f';

/** Reads the deck names by id; a nested deck is "Biology::Cells". */
export const readDeckNames = ({ database, hasTables }: OpenCollection): Map<number, string> => {
  const rows = hasTables
    ? database
        .prepare('SELECT id, name FROM decks LIMIT 100000')
        .all()
        .map(({ id, name }) => [String(id), textIn(name)] as const)
    : readJson(database, 'decks').map(([id, { name }]) => [id, textIn(name)] as const);
  return new Map(rows.map(([id, name]) => [Number(id), name.replaceAll(separator, '::')]));
};
