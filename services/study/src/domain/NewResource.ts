import type { Creation } from '@lectern/service-kit';
import type { OwnedResource } from './OwnedResource.ts';

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
export type MadeFields<T extends OwnedResource> = Omit<T, '_id' | 'userId' | 'searchText' | 'itemCount' | 'revision' | 'applied'>;
