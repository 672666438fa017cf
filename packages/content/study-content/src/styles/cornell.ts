import type { GuideStyle } from './GuideStyle.ts';

/** Cornell notes: cue questions, notes, and a summary. */
export const cornell: GuideStyle = {
  name: 'Cornell',
  parts: ['Cues', 'Notes', 'Summary'],
  layout: 'cornell',
  tasks: {},
  gatheredParts: ['Cues', 'Summary'],
  prompt: 'The review questions are the cues beside the notes: ask about each main section, in the order of the sections.',
  cues: [],
};
