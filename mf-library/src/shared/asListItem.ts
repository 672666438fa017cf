import { StudyMaterialListItem, type StudyMaterial } from '@lectern/contracts';

/** Converts a guide to a list item with the fields of the contract's schema. The overview serves as preview until the list is refetched. */
export const asListItem = (guide: StudyMaterial): StudyMaterialListItem =>
  StudyMaterialListItem.parse({ ...guide, preview: guide.processedContent.overview });
