import type { CollectionDefinition, Indexes, Write } from '@lectern/document-store';
import type { Creation } from '@lectern/service-kit';
import type { StudyContext } from '../StudyContext.ts';

/** The common fields of quizzes and decks: owned by a learner, searchable, based on study guides. */
export interface OwnedResource {
  _id: string;
  userId: string;
  title: string;
  description: string;
  searchText: string;
  itemCount?: number | undefined;
  /** Incremented with every change, so that concurrent changes do not overwrite each other. */
  revision: number;
  /** The ids of the latest additions (attempts, new questions or cards), so that a retry finds its first attempt. */
  applied: string[];
  /** Empty if it has several guides or was written by the learner. */
  studyMaterialId: string;
  studyMaterialIds?: string[] | undefined;
  studyMaterialTitle: string;
  studyMaterialVersion: number;
  isSourceDeleted: boolean;
  /** The ids of all resources of one import, including this one: all exist, or none. Absent once all are stored. */
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

/** The part of a collection that the common rules use. Quizzes and decks declare the same fields and indexes. */
interface OwnedCollection<T extends OwnedResource> {
  get(key: ResourceKey): Promise<T | undefined>;
  getManyWithout<K extends Exclude<keyof T & string, '_id'>>(
    fields: readonly K[],
    keys: { userId: string; ids: readonly string[] },
  ): Promise<Omit<T, K>[]>;
  findWithout<K extends Exclude<keyof T & string, '_id'>>(
    fields: readonly K[],
    index: 'byUser',
    options: Paging & { equals: { userId: string } },
  ): Promise<Omit<T, K>[]>;
  findWithout<K extends Exclude<keyof T & string, '_id'>>(
    fields: readonly K[],
    index: 'byMaterial',
    options: Paging & { equals: { userId: string; studyMaterialId: string } },
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
  /** The name in the plan's limits. */
  counted: 'quizzes' | 'flashcards';
  /** The name in messages. */
  name: 'quiz' | 'flashcard deck';
  collection: (study: StudyContext) => OwnedCollection<T>;
  definition: CollectionDefinition<T, Indexes>;
  /** Large fields, which lists do not read. */
  large: readonly Large[];
  itemsOf: (resource: Pick<T, Large>) => readonly Item[];
  /** Returns the writes of the dependents of a new resource, for the step that stores it. */
  newParts?: (study: StudyContext, resource: T) => Write[];
  /** Deletes the dependents of a resource. Called before the deletion of the resource, and again after it for later additions. */
  discardParts: (study: StudyContext, userId: string, id: string) => Promise<void>;
  /** Deletes the dependents of a resource that was not stored in the end. */
  discardUnstored: (study: StudyContext, userId: string, id: string) => Promise<void>;
  /** Called after each stored change. Its failure is logged and does not fail the change. */
  afterChange?: (study: StudyContext, before: T, after: T) => Promise<void>;
  /** Returns whether a change of these fields affects reviews. Such a change is announced first, so that a crash in between is detected. */
  isReviewed: (change: ResourceChange<T>) => boolean;
}

/** The fields that a change sets. `undefined` removes a field. */
export type ResourceChange<T extends OwnedResource> = Partial<Omit<T, '_id'>>;

/** A resource in a list: without its large fields, with the number of its items. */
export type Outline<T extends OwnedResource, Large extends keyof T> = Omit<T, Large> & OwnedResource & { itemCount: number };

/** The owner and limit of a new resource. */
export interface NewResource {
  userId: string;
  creation: Creation;
  /** Whether it is the learner's first of its kind; see `Quota.isFirst`. */
  isFirst?: boolean | undefined;
  /** `undefined` means unlimited. */
  limit: number | undefined;
  /** The message for a learner at the limit. */
  message: string;
}

/** The fields of a new resource that its creator provides. */
export type NewFields<T extends OwnedResource> = Omit<T, '_id' | 'userId' | 'searchText' | 'itemCount' | 'revision' | 'applied'>;

/** The maximum number of items whose resource is stored in one step with everything that depends on it. Larger ones take several steps. */
export const itemsPerStep = 500;

/** Computes the derived fields. */
export const derivedFields = <T extends { title: string; description: string }>(
  resource: T,
  itemsOf: (resource: T) => readonly unknown[],
) => ({
  searchText: `${resource.title}\n${resource.description}`,
  itemCount: itemsOf(resource).length,
});
