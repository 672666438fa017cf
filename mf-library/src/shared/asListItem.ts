import { StudyMaterialListItem, type StudyMaterial } from '@lectern/contracts';

/** A guide as a list item: the fields of the contract's schema. The overview serves as preview until the list is read again. */
export const asListItem = (guide: StudyMaterial): StudyMaterialListItem =>
  StudyMaterialListItem.parse({ ...guide, preview: guide.processedContent.overview });
