import type { Document } from 'mongodb';
import type { LooseGuard } from './DocumentStore.ts';
import { StoreUsageError } from './errors.ts';
import { scalarOf } from './planQuery.ts';

/** Translates a guard to conditions of MongoDB, all of which must hold. @throws StoreUsageError for a value that is `undefined` or not plain */
export function guardConditions({ equals, below, atLeast, has, hasNot, absent = [], present = [] }: LooseGuard): Document[] {
  const each = (part: object | undefined, condition: (field: string, value: unknown) => Document): Document[] =>
    Object.entries(part ?? {}).map(([field, value]: [string, unknown]) => {
      if (value === undefined) throw new StoreUsageError(`The guard on "${field}" is undefined; absent asks for a missing field.`);
      return condition(field, scalarOf('guard', field, value));
    });
  /** Matches an item with this id, or this plain value. */
  const items = (field: string, value: unknown): Document[] => [{ [field]: value }, { [`${field}._id`]: value }];
  return [
    ...each(equals, (field, value) => ({ [field]: value })),
    ...each(below, (field, value) => ({ [field]: { $lt: value } })),
    ...each(atLeast, (field, value) => ({ [field]: { $gte: value } })),
    ...each(has, (field, value) => ({ $or: items(field, value) })),
    ...each(hasNot, (field, value) => ({ $nor: items(field, value) })),
    ...absent.map((field) => ({ [field]: null })),
    ...present.map((field) => ({ [field]: { $ne: null } })),
  ];
}
