import { calls } from '@lectern/contracts';
import { route } from '@lectern/service-kit';
import type { Materials } from '../domain/createMaterials.ts';
import { readUpload } from '../readUpload.ts';

export const createStudyMaterialRoute = (materials: Materials) =>
  route(calls.createStudyMaterial, ({ userId, body, creation }) => materials.create(userId, body, creation), readUpload);
