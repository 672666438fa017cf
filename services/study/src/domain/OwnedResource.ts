/** What a quiz and a deck both are: a learner's own, found by a search, made from a study guide. */
export interface OwnedResource {
  _id: string;
  userId: string;
  title: string;
  description: string;
  searchText: string;
  itemCount?: number | undefined;
  /** Grows with every change, so that two at once do not undo each other. */
  revision: number;
  /** Ids of the latest creations that were made in it (attempts, new questions or cards), so that a second try finds the first. */
  applied: string[];
  studyMaterialId: string;
  studyMaterialTitle: string;
  studyMaterialVersion: number;
  isSourceDeleted: boolean;
}

interface Paging {
  order?: 'desc';
  limit: number;
  after?: string;
}

/** One of them as a list shows it: without what may be large, which is `Large`, and with the number of its items. */
export type Outline<T extends OwnedResource, Large extends keyof T> = Omit<T, Large> & OwnedResource & { itemCount: number };

/** Their collections, as far as the rules that both follow need them: the two declare the same fields and the same indexes. */
export interface OwnedResources<T extends OwnedResource> {
  get(id: string): Promise<T | undefined>;
  getManyWithout<K extends Exclude<keyof T & string, '_id'>>(fields: readonly K[], ids: readonly string[]): Promise<Omit<T, K>[]>;
  findIds(index: 'byUser', options: Paging & { equals: { userId: string } }): Promise<string[]>;
  findIds(index: 'byMaterial', options: Paging & { equals: { userId: string; studyMaterialId: string } }): Promise<string[]>;
  search(
    owner: string,
    text: string,
    options: Paging & { where?: { studyMaterialId: readonly string[] }; signal?: AbortSignal | undefined },
  ): Promise<string[]>;
  insert(document: T): Promise<T>;
  update(
    id: string,
    change: { set?: object; unset?: readonly string[]; increment?: object },
    guard?: { equals?: object; below?: object },
  ): Promise<T | undefined>;
  delete(id: string): Promise<T | undefined>;
  deleteWhere(index: 'byUser', equals: { userId: string }): Promise<number>;
}
