import * as z from 'zod/mini';
import type { CollectionDefinition } from './defineCollection.ts';
import type { Identified, LooseChange, LooseGuard } from './DocumentStore.ts';
import { InvalidDocumentError, StoreUsageError } from './errors.ts';
import { parseInPieces } from './inPieces.ts';

/** A document as stored by an engine. */
export type RawDocument = Readonly<Record<string, unknown>>;

const isDocument = (value: unknown): value is RawDocument => typeof value === 'object' && value !== null && !Array.isArray(value);

const decodeBy = async <S extends z.core.$ZodType>(schema: S, definition: CollectionDefinition, raw: unknown): Promise<z.output<S>> => {
  try {
    return await parseInPieces(schema, raw);
  } catch (error) {
    if (!(error instanceof z.core.$ZodError)) throw error;
    const id = isDocument(raw) && typeof raw['_id'] === 'string' ? raw['_id'] : 'without an id';
    const issues = error.issues.map((issue) => `${issue.path.join('.') || 'document'}: ${issue.message}`);
    throw new InvalidDocumentError(`Document ${id} of "${definition.name}" does not fit its schema: ${issues.join('; ')}`);
  }
};

/** Decodes a document with its schema, a large one in pieces. @throws InvalidDocumentError naming the invalid fields */
export const decodeDocument = <T extends Identified>(definition: CollectionDefinition<T>, raw: unknown): Promise<T> =>
  decodeBy(definition.schema, definition, raw);

/**
 * Creates a decoder of documents that were read without some of their fields.
 *
 * @throws StoreUsageError for an unknown field, or for the id
 */
export function decoderWithout<T extends Identified, K extends keyof T & string>(
  definition: CollectionDefinition<T>,
  fields: readonly K[],
): (raw: unknown) => Promise<Omit<T, K>> {
  for (const field of fields) {
    fieldSchema(definition, field);
    if (field === '_id') throw new StoreUsageError('A document is not read without its _id.');
  }
  const whole = definition.schema as unknown as z.ZodMiniObject;
  const schema = z.omit(whole, Object.fromEntries(fields.map((field) => [field, true as const])));
  // The schema lacks these fields, so it decodes to the type without them.
  return async (raw) => (await decodeBy(schema, definition, raw)) as Omit<T, K>;
}

/**
 * Checks what the schema cannot: a non-empty id, index fields that every engine compares alike, and an expiry time in a format that sorts
 * alphabetically by time.
 *
 * @throws StoreUsageError
 */
export function checkStorable(definition: CollectionDefinition, raw: RawDocument): void {
  const fail = (text: string): never => {
    throw new StoreUsageError(`Document of "${definition.name}": ${text}`);
  };
  if (typeof raw['_id'] !== 'string' || raw['_id'] === '') fail('_id must be a string.');
  for (const [index, { fields, unique }] of Object.entries(definition.indexes)) {
    for (const field of fields) {
      const value = raw[field];
      if (typeof value === 'object' && value !== null) fail(`"${field}" of index "${index}" must be one plain value.`);
      if (unique && (value === undefined || value === null)) fail(`"${field}" of the unique index "${index}" is missing.`);
    }
  }
  if (definition.expires !== undefined) {
    const time = raw[definition.expires];
    const fits = typeof time === 'string' && !Number.isNaN(Date.parse(time)) && new Date(time).toISOString() === time;
    if (time !== undefined && time !== null && !fits) fail(`"${definition.expires}" must be a time as toISOString writes it.`);
  }
}

/** Validates a change. @throws StoreUsageError for changes that an engine would refuse, or engines would apply differently */
export function checkChange(change: LooseChange): void {
  const { set, unset, increment, append, remove } = change;
  const fields = [set, increment, append, remove].flatMap((part) => Object.keys(part ?? {})).concat(unset ?? []);
  const twice = fields.find((field, place) => fields.indexOf(field) !== place);
  if (twice !== undefined) throw new StoreUsageError(`"${twice}" stands under two operators.`);
  if (fields.includes('_id')) throw new StoreUsageError('An _id never changes.');
  if (fields.length === 0) throw new StoreUsageError('A change must change something.');
  for (const part of [set, append, remove]) {
    const missing = Object.entries(part ?? {}).find(([, value]) => value === undefined);
    if (missing) throw new StoreUsageError(`"${missing[0]}" is undefined; unset takes fields away.`);
  }
  for (const [field, target] of Object.entries(remove ?? {}) as [string, unknown][]) {
    const isItem = isDocument(target) && typeof target['_id'] === 'string' && Object.keys(target).length === 1;
    if (!isItem && typeof target === 'object')
      throw new StoreUsageError(`What is removed from "${field}" needs an _id, or is a plain value.`);
  }
  for (const [field, by] of Object.entries(increment ?? {})) {
    if (!Number.isFinite(by)) throw new StoreUsageError(`"${field}" cannot grow by ${String(by)}.`);
  }
}

/** Returns the schema of one field. */
const fieldSchema = (definition: CollectionDefinition, field: string): z.core.$ZodType => {
  const { def } = definition.schema._zod;
  const shape = 'shape' in def ? (def.shape as Readonly<Record<string, z.core.$ZodType>>) : {};
  const schema = Object.hasOwn(shape, field) ? shape[field] : undefined;
  if (!schema) throw new StoreUsageError(`"${definition.name}" has no field "${field}".`);
  return schema;
};

/**
 * Validates the values of a change, for an engine that changes a document without reading it first.
 *
 * @throws InvalidDocumentError naming the field; StoreUsageError as `checkStorable`
 */
export function checkChangedFields(definition: CollectionDefinition, { set, unset, append }: LooseChange): void {
  const given: [string, unknown][] = [
    ...Object.entries(set ?? {}),
    ...(unset ?? []).map((field): [string, unknown] => [field, undefined]),
    ...Object.entries(append ?? {}).map(([field, item]: [string, unknown]): [string, unknown] => [field, [item]]),
  ];
  for (const [field, value] of given) {
    const result = z.safeParse(fieldSchema(definition, field), value);
    const [issue] = result.error?.issues ?? [];
    if (issue) throw new InvalidDocumentError(`A change of "${definition.name}" does not fit its schema: ${field}: ${issue.message}`);
  }
  const changed = new Set(Object.keys(set ?? {}));
  const isChanged = (field: string): boolean => changed.has(field);
  const indexes = Object.entries(definition.indexes).map(([name, { fields, unique = false }]) => [
    name,
    { fields: fields.filter(isChanged), unique },
  ]);
  const { expires, ...rest } = definition;
  const touched = { ...rest, indexes: Object.fromEntries(indexes), ...(expires !== undefined && isChanged(expires) && { expires }) };
  checkStorable(touched, { _id: 'any', ...set });
}

const listOf = (raw: RawDocument, field: string): readonly unknown[] => {
  const value = raw[field] ?? [];
  if (!Array.isArray(value)) throw new StoreUsageError(`"${field}" is no list.`);
  return value;
};

const isItem = (item: unknown, wanted: unknown): boolean => item === wanted || (isDocument(item) && item['_id'] === wanted);

/** Returns the document after a validated change. */
export function applyChange(raw: RawDocument, change: LooseChange): RawDocument {
  const changed: Record<string, unknown> = { ...raw, ...change.set };
  for (const field of change.unset ?? []) Reflect.deleteProperty(changed, field);
  for (const [field, by] of Object.entries(change.increment ?? {})) {
    const before = raw[field] ?? 0;
    if (typeof before !== 'number') throw new StoreUsageError(`"${field}" is no number.`);
    changed[field] = before + by;
  }
  for (const [field, item] of Object.entries(change.append ?? {})) changed[field] = [...listOf(raw, field), item];
  for (const [field, target] of Object.entries(change.remove ?? {})) {
    if (raw[field] === undefined) continue;
    const wanted: unknown = isDocument(target) ? target['_id'] : target;
    changed[field] = listOf(raw, field).filter((item) =>
      isDocument(target) ? !(isDocument(item) && item['_id'] === wanted) : item !== wanted,
    );
  }
  return changed;
}

const isSmaller = (value: unknown, limit: unknown): boolean =>
  (typeof value === 'number' && typeof limit === 'number' && value < limit) ||
  (typeof value === 'string' && typeof limit === 'string' && Buffer.compare(Buffer.from(value), Buffer.from(limit)) < 0);

const isComparable = (value: unknown, limit: unknown): boolean =>
  typeof value === typeof limit && (typeof value === 'number' || typeof value === 'string');

/** Returns whether a stored document meets a guard. */
export function meetsGuard(raw: RawDocument, guard: LooseGuard): boolean {
  const every = (part: object | undefined, holds: (value: unknown, wanted: unknown) => boolean): boolean =>
    Object.entries(part ?? {}).every(([field, wanted]: [string, unknown]) => {
      if (wanted === undefined) throw new StoreUsageError(`The guard on "${field}" is undefined; absent asks for a missing field.`);
      return holds(raw[field], wanted);
    });
  const items = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
  return (
    every(guard.equals, (value, wanted) => (value ?? null) === wanted) &&
    every(guard.below, (value, limit) => isSmaller(value, limit)) &&
    every(guard.atLeast, (value, limit) => isComparable(value, limit) && !isSmaller(value, limit)) &&
    every(guard.has, (value, wanted) => items(value).some((item) => isItem(item, wanted))) &&
    every(guard.hasNot, (value, wanted) => !items(value).some((item) => isItem(item, wanted))) &&
    (guard.absent ?? []).every((field) => (raw[field] ?? null) === null) &&
    (guard.present ?? []).every((field) => (raw[field] ?? null) !== null)
  );
}
