import { calls } from '@lectern/contracts';
import { route } from '@lectern/service-kit';
import type { Materials } from '../domain/createMaterials.ts';

export const deleteStudyMaterialRoute = (materials: Materials) =>
  route(calls.deleteStudyMaterial, ({ userId, params }) => materials.remove(userId, params.id));
