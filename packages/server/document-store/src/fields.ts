/** Every document has an id. Ids created by `newId` sort by creation. */
export interface Identified {
  readonly _id: string;
}

/** The values that an index, a filter or a guard may compare. */
export type Scalar = string | number | boolean | null;

/** Names of the fields of T with the wanted type. */
export type KeysOf<T, Wanted> = { [K in keyof T & string]-?: NonNullable<T[K]> extends Wanted ? K : never }[keyof T & string];
/** Names of the optional fields of T. */
export type OptionalKeysOf<T> = { [K in keyof T & string]-?: object extends Pick<T, K> ? K : never }[keyof T & string];
/** The values that a field may be compared with. `null` matches an absent field, so it is allowed for optional fields. */
export type Comparable<T, K extends keyof T> = Exclude<T[K], undefined> | (undefined extends T[K] ? null : never);
/** The item type of a list. */
export type ItemOf<T> = NonNullable<T> extends readonly (infer Item)[] ? Item : never;

/** Fields with one comparable value. */
export type ScalarField<T> = KeysOf<T, Scalar>;
/** Fields with a list. */
export type ListField<T> = Exclude<KeysOf<T, readonly unknown[]>, '_id'>;
/** Fields with a number. */
export type NumberField<T> = KeysOf<T, number>;
