import type { MakingOverlayProps } from '../shared/MakingOverlay';

export type ItemKind = 'quiz' | 'deck';

export interface ItemWords {
  title: string;
  styleLabel: string;
  styleExample: string;
  submit: string;
  overlay: Omit<MakingOverlayProps, 'progressKey'>;
}

/** Texts of the pages that create a quiz or deck. */
export const itemWords: Record<ItemKind, ItemWords> = {
  quiz: {
    title: 'Generate Quiz',
    styleLabel: 'Quiz Style Preference',
    styleExample: 'For example: NCLEX-style',
    submit: 'Generate Quiz',
    overlay: {
      part: 'question',
      title: 'Creating Your Quiz',
      stages: ['Reading your guide', 'Finding what is worth asking', 'Writing questions and answers', 'Checking every question'],
      totalSeconds: 32,
    },
  },
  deck: {
    title: 'Create Flashcard Deck',
    styleLabel: 'Style Preference',
    styleExample: 'For example: one fact per card, with an example',
    submit: 'Create Deck',
    overlay: {
      part: 'card',
      title: 'Creating Your Flashcards',
      stages: ['Reading your guide', 'Picking out key terms and facts', 'Writing both sides of each card', 'Checking every card'],
      totalSeconds: 30,
    },
  },
};
