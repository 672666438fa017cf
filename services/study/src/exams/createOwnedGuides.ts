import { internalPaths, OwnedMaterials } from '@lectern/contracts';
import type { InternalClient } from '@lectern/service-kit';
import type { OwnedGuides } from './createExams.ts';

/** The longest time of asking, in milliseconds. */
const timeoutMs = 5_000;

/** Asks the library which of these guides a learner has. */
export const createOwnedGuides =
  (call: InternalClient): OwnedGuides =>
  async (userId, ids) => {
    const body: OwnedMaterials = { ids: [...ids] };
    return (
      await call({ to: 'library', path: internalPaths.ownedMaterials, method: 'POST', body, answer: OwnedMaterials, userId, timeoutMs })
    ).ids;
  };
