import { calls } from '@lectern/contracts';
import { route } from '@lectern/service-kit';
import type { Materials } from '../domain/createMaterials.ts';

export const listStudyMaterialsRoute = (materials: Materials) =>
  route(calls.listStudyMaterials, ({ userId, query, signal }) => materials.list(userId, query, signal));
