import { calls } from '@lectern/contracts';
import { route } from '@lectern/service-kit';
import type { UploadBudget } from '../createUploadBudget.ts';
import type { Materials } from '../domain/createMaterials.ts';
import { createUploadReader } from '../readUpload.ts';

export const createStudyMaterialRoute = (materials: Materials, uploads: UploadBudget) =>
  route(calls.createStudyMaterial, ({ userId, body, creation }) => materials.create(userId, body, creation), createUploadReader(uploads));
