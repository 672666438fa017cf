import { StudyMaterialListItem, type StudyMaterial } from '@lectern/contracts';

/** A guide as lists show it: the fields that the contract names. The overview stands in for the preview until the service has sent its own. */
export const asListItem = (guide: StudyMaterial): StudyMaterialListItem =>
  StudyMaterialListItem.parse({ ...guide, preview: guide.processedContent.overview });
