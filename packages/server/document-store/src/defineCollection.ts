import type * as z from 'zod/mini';
import type { Identified, ScalarField } from './fields.ts';
import { StoreUsageError } from './errors.ts';

/**
 * One index: its fields in order. The fields of a unique index must be present in every document, because engines treat absent keys
 * differently.
 */
export interface Index<Field extends string = string> {
  readonly fields: readonly Field[];
  readonly unique?: boolean;
}

/** The indexes of a collection by name. */
export type Indexes = Readonly<Record<string, Index>>;

/** The searchable text of a collection, and the owner of its documents. */
export interface SearchField<Field extends string = string> {
  /** The field with the owner's id. */
  readonly owner: Field;
  /** The searched text field. A document without it is found only by a search for an empty text. */
  readonly field: Field;
}

/** A service's declaration of one kind of document, created by `defineCollection`. */
export interface CollectionDefinition<T extends Identified = Identified, I extends Indexes = Indexes> {
  readonly name: string;
  readonly schema: z.core.$ZodType<T>;
  readonly indexes: I;
  /** Whether its documents belong to a learner, named by `userId`. */
  readonly isOwned: boolean;
  readonly search?: SearchField;
  /** A field with an ISO 8601 UTC time after which `purgeExpired` deletes the document. Documents without the field are kept. */
  readonly expires?: string;
}

const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** Returns whether documents belong to a learner: each has a `userId`. */
const isOwned = (schema: z.core.$ZodType): boolean => {
  const { def } = schema._zod;
  const { userId } = 'shape' in def ? (def.shape as { userId?: z.core.$ZodType }) : {};
  return userId !== undefined && userId._zod.optin !== 'optional';
};

/**
 * Declares a collection. Index fields are top-level fields with one string, number or boolean. Start an index with `userId` if there is
 * one, so that the collection can be sharded by it, and end it with `_id` to page on it.
 *
 * @throws StoreUsageError for a name that is not a plain word, or an invalid index
 */
export function defineCollection<
  Schema extends z.core.$ZodType<Identified>,
  const I extends Readonly<Record<string, Index<ScalarField<z.output<Schema>>>>> = Record<never, never>,
>(definition: {
  readonly name: string;
  readonly schema: Schema;
  readonly indexes?: I;
  readonly search?: SearchField<ScalarField<z.output<Schema>>>;
  readonly expires?: ScalarField<z.output<Schema>>;
}): CollectionDefinition<z.output<Schema>, I> {
  const { name, schema, indexes, search, expires } = definition;
  const declared: Indexes = indexes ?? {};
  const names = [name, ...Object.keys(declared), ...(search ? [search.owner, search.field] : []), ...(expires ? [expires] : [])];
  for (const [index, { fields, unique }] of Object.entries(declared)) {
    names.push(...fields);
    if (index === '_id' || fields.length === 0)
      throw new StoreUsageError(`Index "${index}" of "${name}" needs fields and a name of its own.`);
    if (new Set(fields).size !== fields.length) throw new StoreUsageError(`Index "${index}" of "${name}" has a field twice.`);
    if (fields.slice(0, -1).includes('_id')) throw new StoreUsageError(`In index "${index}" of "${name}" _id must stand last.`);
    if (unique && isOwned(schema) && fields[0] !== 'userId')
      throw new StoreUsageError(`Unique index "${index}" of "${name}" must start with userId: by it the collection is sharded.`);
    if (unique && fields.includes('_id')) throw new StoreUsageError(`Index "${index}" of "${name}" is unique by its _id already.`);
  }
  const bad = names.find((each) => !NAME.test(each));
  if (bad !== undefined) throw new StoreUsageError(`"${bad}" of "${name}" is not a plain name.`);
  return {
    name,
    // The store uses the schema only to decode, so only its output type matters.
    schema: schema as unknown as z.core.$ZodType<z.output<Schema>>,
    indexes: declared as I,
    isOwned: isOwned(schema),
    ...(search && { search }),
    ...(expires !== undefined && { expires }),
  };
}
