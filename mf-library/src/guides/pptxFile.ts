import { pptxType } from '@lectern/contracts';

/**
 * Returns the file as a deck, or undefined for any other file. Systems without PowerPoint report no type for decks, so the file name
 * decides.
 */
export const asDeck = (file: File): File | undefined => {
  if (file.type === pptxType) return file;
  return file.type === '' && file.name.toLowerCase().endsWith('.pptx') ? new File([file], file.name, { type: pptxType }) : undefined;
};

/** '1.3 MB' */
export const formatBytes = (bytes: number): string =>
  bytes < 1024 * 1024 ? `${String(Math.max(1, Math.round(bytes / 1024)))} kB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`;
