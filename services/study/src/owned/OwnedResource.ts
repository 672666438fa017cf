import type { Creation } from '@lectern/service-kit';
import type { StudyContext } from '../StudyContext.ts';

/** The common fields of quizzes and decks: owned by a learner, searchable, made from study guides. */
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
  /** Empty if it was made from several guides or written by the learner. */
  studyMaterialId: string;
  studyMaterialIds?: string[] | undefined;
  studyMaterialTitle: string;
  studyMaterialVersion: number;
  isSourceDeleted: boolean;
  /** The ids of all resources of one import, this one included: all exist, or none. Absent once all are stored. */
  togetherWith?: string[] | undefined;
}

interface Paging {
  order?: 'desc';
  limit: number;
  after?: string;
}

/** The key of a quiz or deck. */
interface ResourceKey {
  userId: string;
  _id: string;
}

/** The part of a collection that the common rules need. Quizzes and decks declare the same fields and indexes. */
interface OwnedCollection<T extends OwnedResource> {
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

/** A question or card. */
interface Item {
  _id: string;
}

/** A kind of resource: quizzes, or decks. */
export interface ResourceKind<T extends OwnedResource, Large extends Exclude<keyof T & string, keyof OwnedResource>> {
  /** Name in the plan's limits. */
  counted: 'quizzes' | 'flashcards';
  /** Name in messages. */
  name: 'quiz' | 'flashcard deck';
  collection: (study: StudyContext) => OwnedCollection<T>;
  /** Large fields, which lists do not read. */
  large: readonly Large[];
  itemsOf: (resource: Pick<T, Large>) => readonly Item[];
  /** Deletes what belongs to a resource. Called before the resource is deleted, and again after it for what was added meanwhile. */
  discardParts: (study: StudyContext, userId: string, id: string) => Promise<void>;
  /** Deletes what was stored for a resource that does not exist in the end. */
  discardUnstored: (study: StudyContext, userId: string, id: string) => Promise<void>;
  /** Whether reviews have to follow a change of these fields. Such a change is announced first, so that a crash in between is detected. */
  isReviewed: (change: ResourceChange<T>) => boolean;
}

/** The fields that a change sets. Those that are `undefined` are removed. */
export type ResourceChange<T extends OwnedResource> = Partial<Omit<T, '_id'>>;

/** A resource as lists show it: without its large fields, with the number of its items. */
export type Outline<T extends OwnedResource, Large extends keyof T> = Omit<T, Large> & OwnedResource & { itemCount: number };

/** The owner and limit of a new resource. */
export interface NewResource {
  userId: string;
  creation: Creation;
  /** `undefined`: no limit. */
  limit: number | undefined;
  /** Message for a learner at the limit. */
  message: string;
}

/** The fields of a new resource that its maker decides. */
export type NewFields<T extends OwnedResource> = Omit<T, '_id' | 'userId' | 'searchText' | 'itemCount' | 'revision' | 'applied'>;

/** The fields that are computed from others. */
export const derivedFields = <T extends { title: string; description: string }>(
  resource: T,
  itemsOf: (resource: T) => readonly unknown[],
) => ({
  searchText: `${resource.title}\n${resource.description}`,
  itemCount: itemsOf(resource).length,
});
