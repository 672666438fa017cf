/** The stages that the overlay shows while a guide is generated. */
export const guideStages = [
  'Reading your material',
  'Finding the key ideas',
  'Writing your guide',
  'Checking it against your material',
] as const;
