import type { Folder, StudyMaterial, StudyMaterialListItem } from '@lectern/contracts';

/** A guide as lists show it; pass what differs. */
export const listedGuide = (change: Partial<StudyMaterialListItem> = {}): StudyMaterialListItem => ({
  _id: 'g1',
  title: 'Cell respiration',
  stylePreference: null,
  processedContent: { overview: 'How cells release energy.' },
  preview: 'Cells release energy from glucose...',
  folderId: null,
  generatedBy: 'offline',
  createdAt: '2025-03-05T12:00:00.000Z',
  ...change,
});

/** A whole guide; pass what differs. */
export const guide = (change: Partial<StudyMaterial> = {}): StudyMaterial => ({
  _id: 'g1',
  title: 'Cell respiration',
  content: 'Cells release energy from glucose.',
  stylePreference: null,
  processedContent: {
    overview: 'How cells release energy.',
    markdownContent: '# Cell respiration\n\n## Glycolysis\n\nIt splits glucose.\n\n---\n',
  },
  edited: false,
  generatedBy: 'offline',
  sources: [],
  folderId: null,
  createdAt: '2025-03-05T12:00:00.000Z',
  ...change,
});

/** A folder; pass what differs. */
export const folder = (change: Partial<Folder> = {}): Folder => ({
  _id: 'f1',
  name: 'Biology',
  studyMaterials: [],
  studyMaterialCount: 0,
  createdAt: '2025-03-05T12:00:00.000Z',
  ...change,
});
