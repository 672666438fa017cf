import * as z from '@lectern/contracts/schema';
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

/** One folder with the guides in it. */
export const FolderDetail = z.extend(Folder, { materials: z.array(StudyMaterialListItem) });
export type FolderDetail = z.infer<typeof FolderDetail>;
