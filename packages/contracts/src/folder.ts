import * as z from '@lectern/contracts/schema';
import { BulkResult } from './bulk.ts';
import { Id, Time } from './primitives.ts';
import { StudyMaterialListItem } from './studyMaterial.ts';

export const Folder = z.object({
  _id: Id,
  name: z.string(),
  studyMaterials: z.array(Id),
  studyMaterialCount: z.int(),
  createdAt: Time,
});
export type Folder = z.infer<typeof Folder>;

/** A folder after guides were moved into it. A move of several guides includes the result for each. */
export const FolderMoves = z.extend(Folder, z.partial(BulkResult).shape);
export type FolderMoves = z.infer<typeof FolderMoves>;

/** A folder with its guides. */
export const FolderDetail = z.extend(Folder, { materials: z.array(StudyMaterialListItem) });
export type FolderDetail = z.infer<typeof FolderDetail>;
