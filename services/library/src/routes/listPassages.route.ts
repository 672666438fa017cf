import { calls } from '@lectern/contracts';
import { route } from '@lectern/service-kit';
import type { Materials } from '../domain/createMaterials.ts';

export const listPassagesRoute = (materials: Materials) =>
  route(calls.listPassages, ({ userId, params, query }) => materials.passages(userId, params.id, query));
