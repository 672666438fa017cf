import type { CollectionDefinition } from './defineCollection.ts';
import type { Order, Scalar } from './DocumentStore.ts';
import { StoreUsageError } from './errors.ts';

/** A condition `field = value`. */
type Equality = readonly [field: string, value: Scalar];
/** A condition `field is one of these`. */
export type Membership = readonly [field: string, values: readonly Scalar[]];

/** A validated query. One index serves all of it, except `where`. */
export interface QueryPlan {
  readonly equals: readonly Equality[];
  readonly atMost: readonly [field: string, value: string | number] | undefined;
  readonly above: readonly [field: string, value: string | number] | undefined;
  readonly after: string | undefined;
  /** The sort fields; empty if at most one document can match. */
  readonly orderBy: readonly string[];
  readonly order: Order;
  readonly limit: number;
  readonly where: readonly Membership[];
}

interface LooseFindOptions {
  readonly equals?: object;
  readonly atMost?: string | number;
  readonly above?: string | number;
  readonly order?: Order;
  readonly limit?: number;
  readonly after?: string;
  readonly where?: object;
}

const isScalar = (value: unknown): value is Scalar =>
  value === null || typeof value === 'string' || typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value));

/** Returns one plain value. @throws StoreUsageError for anything else */
export const scalarOf = (what: string, field: string, value: unknown): Scalar => {
  if (!isScalar(value)) throw new StoreUsageError(`${what}: "${field}" needs a plain value, not ${typeof value}.`);
  return value;
};

/** Returns one plain value that can be the bound of a range. @throws StoreUsageError for anything else */
const boundOf = (what: string, field: string, value: unknown): string | number => {
  const bound = scalarOf(what, field, value);
  if (typeof bound !== 'string' && typeof bound !== 'number') throw new StoreUsageError(`${what}: "${field}" has no order of such values.`);
  return bound;
};

/** Returns all fields of an index in order, including `_id`, which is the last field of every index that is not unique. */
export const orderedFieldsOf = (definition: CollectionDefinition, index: string): readonly string[] => {
  if (index === '_id') return ['_id'];
  const declared = Object.hasOwn(definition.indexes, index) ? definition.indexes[index] : undefined;
  if (!declared) throw new StoreUsageError(`"${definition.name}" has no index "${index}".`);
  return declared.unique || declared.fields.at(-1) === '_id' ? declared.fields : [...declared.fields, '_id'];
};

/** Returns the conditions of `where`, each as a list of accepted values. */
export const planWhere = (what: string, where: object | undefined): readonly Membership[] =>
  Object.entries(where ?? {}).map(([field, value]: [string, unknown]) => [
    field,
    Array.isArray(value) ? value.map((each) => scalarOf(what, field, each)) : [scalarOf(what, field, value)],
  ]);

/** Validates the size of a page. @throws StoreUsageError outside of 1 to 1,000 */
export const planLimit = (what: string, limit = 100): number => {
  if (!Number.isInteger(limit) || limit < 1 || limit > 1_000) throw new StoreUsageError(`${what}: limit must be 1 to 1000.`);
  return limit;
};

/**
 * Validates that the named index alone can answer a call with its filter and order.
 *
 * @throws StoreUsageError if it cannot, because such a call would read the whole collection
 */
export function planQuery(definition: CollectionDefinition, index: string, options: LooseFindOptions): QueryPlan {
  const what = `${definition.name}.${index}`;
  const fields = orderedFieldsOf(definition, index);
  const given = Object.entries(options.equals ?? {});
  const leading = fields.slice(0, given.length);
  const equals = leading.map((field): Equality => {
    const entry = given.find(([name]) => name === field);
    if (!entry)
      throw new StoreUsageError(`${what}: equality on ${given.map(([name]) => name).join(', ')} is no prefix of ${fields.join(', ')}.`);
    return [field, scalarOf(what, field, entry[1])];
  });
  if (given.length > fields.length) throw new StoreUsageError(`${what}: more fields than the index has.`);
  const remaining = fields.slice(given.length);
  const [next] = remaining;
  const { atMost, above, after } = options;
  if ((atMost !== undefined || above !== undefined) && (next === undefined || next === '_id'))
    throw new StoreUsageError(`${what}: no field is left for atMost and above.`);
  if (after !== undefined && (remaining.length !== 1 || next !== '_id')) {
    throw new StoreUsageError(`${what}: after needs an index whose only remaining field is _id, not ${remaining.join(', ') || 'none'}.`);
  }
  return {
    equals,
    atMost: atMost !== undefined && next !== undefined ? [next, boundOf(what, next, atMost)] : undefined,
    above: above !== undefined && next !== undefined ? [next, boundOf(what, next, above)] : undefined,
    after: after === undefined ? undefined : String(boundOf(what, '_id', after)),
    orderBy: remaining,
    order: options.order ?? 'asc',
    limit: planLimit(what, options.limit),
    where: planWhere(what, options.where),
  };
}
