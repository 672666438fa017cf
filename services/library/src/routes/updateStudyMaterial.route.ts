import { calls } from '@lectern/contracts';
import { route } from '@lectern/service-kit';
import type { Materials } from '../domain/createMaterials.ts';

export const updateStudyMaterialRoute = (materials: Materials) =>
  route(calls.updateStudyMaterial, ({ userId, params, body }) => materials.update(userId, params.id, body));
