import { calls } from '@lectern/contracts';
import { route } from '@lectern/service-kit';
import type { Materials } from '../domain/createMaterials.ts';

export const getStudyMaterialRoute = (materials: Materials) =>
  route(calls.getStudyMaterial, ({ userId, params }) => materials.get(userId, params.id));
