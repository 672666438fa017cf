/** The common fields of quizzes and decks: owned by a learner, searchable, made from a study guide. */
export interface OwnedResource {
  _id: string;
  userId: string;
  title: string;
  description: string;
  searchText: string;
  itemCount?: number | undefined;
  /** Incremented with every change, so that concurrent changes do not overwrite each other. */
  revision: number;
  /** Ids of the latest additions (attempts, new questions or cards), so that a retry finds the first attempt. */
  applied: string[];
  /** Empty for what was made from several guides, or written by the learner. */
  studyMaterialId: string;
  studyMaterialIds?: string[] | undefined;
  studyMaterialTitle: string;
  studyMaterialVersion: number;
  isSourceDeleted: boolean;
  /** The ids of all resources of one import, this one included: all exist, or none. Absent as soon as all are stored. */
  togetherWith?: string[] | undefined;
}

interface Paging {
  order?: 'desc';
  limit: number;
  after?: string;
}

/** A resource as lists show it: without its large fields and with the number of its items. */
export type Outline<T extends OwnedResource, Large extends keyof T> = Omit<T, Large> & OwnedResource & { itemCount: number };

/** The key of a quiz or deck. */
interface ResourceKey {
  userId: string;
  _id: string;
}

/** The part of their collections that the common rules need: both declare the same fields and indexes. */
export interface OwnedResources<T extends OwnedResource> {
  get(key: ResourceKey): Promise<T | undefined>;
  getManyWithout<K extends Exclude<keyof T & string, '_id'>>(
    fields: readonly K[],
    keys: { userId: string; ids: readonly string[] },
  ): Promise<Omit<T, K>[]>;
  findIds(index: 'byUser', options: Paging & { equals: { userId: string } }): Promise<string[]>;
  findIds(index: 'byMaterial', options: Paging & { equals: { userId: string; studyMaterialId: string } }): Promise<string[]>;
  search(
    owner: string,
    text: string,
    options: Paging & { where?: { studyMaterialId: readonly string[] }; signal?: AbortSignal | undefined },
  ): Promise<string[]>;
  insert(document: T): Promise<T>;
  update(
    key: ResourceKey,
    change: { set?: object; unset?: readonly string[]; increment?: object },
    guard?: { equals?: object; below?: object },
  ): Promise<T | undefined>;
  delete(key: ResourceKey): Promise<T | undefined>;
  deleteWhere(index: 'byUser', equals: { userId: string }): Promise<number>;
}
