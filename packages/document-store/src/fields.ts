/** What every document has: its id, a string that sorts by creation when `newId` made it. */
export interface Identified {
  readonly _id: string;
}

/** What an index, a filter or a guard may compare. */
export type Scalar = string | number | boolean | null;

/** Names of the fields of T that hold what is wanted. */
export type KeysOf<T, Wanted> = { [K in keyof T & string]-?: NonNullable<T[K]> extends Wanted ? K : never }[keyof T & string];
/** Names of the fields that a document may lack. */
export type OptionalKeysOf<T> = { [K in keyof T & string]-?: object extends Pick<T, K> ? K : never }[keyof T & string];
/** What a field may be compared with: `null` fits an absent field too, so it is offered where the field may be absent. */
export type Comparable<T, K extends keyof T> = Exclude<T[K], undefined> | (undefined extends T[K] ? null : never);
/** What a list holds. */
export type ItemOf<T> = NonNullable<T> extends readonly (infer Item)[] ? Item : never;

/** Fields that hold one value which can be compared. */
export type ScalarField<T> = KeysOf<T, Scalar>;
/** Fields that hold a list. */
export type ListField<T> = Exclude<KeysOf<T, readonly unknown[]>, '_id'>;
/** Fields that hold a number. */
export type NumberField<T> = KeysOf<T, number>;
