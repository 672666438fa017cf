import { hasName, type GuideStyle } from './GuideStyle.ts';

/** Cornell notes: questions beside the notes, and a summary below. */
export const cornell: GuideStyle = {
  name: 'Cornell',
  parts: ['Cues', 'Notes', 'Summary'],
  layout: 'cornell',
  isAskedFor: (preference) => hasName(preference, 'Cornell'),
  cues: [],
};
