import { User, type Limits } from '@lectern/contracts';

/** A verified learner. */
export const learner: User = User.parse({
  _id: 'user1',
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'ada@example.org',
  isVerified: true,
  createdAt: '2026-01-05T09:00:00.000Z',
});

/** The limits of a free learner without any items. Pass the fields that differ. */
export const freeLimits = (change: Partial<Limits> = {}): Limits => ({
  isPremium: false,
  studyMaterials: { current: 0, limit: 5, canCreate: true },
  folders: { current: 0, limit: 2, canCreate: true },
  flashcards: { current: 0, limit: 5, canCreate: true, canRegenerate: false, cardsPerDeck: 20 },
  quizzes: { current: 0, limit: 5, canCreate: true, questionLimit: 10, canRegenerate: false, hasWeakAreaAnalysis: false },
  ...change,
});

export const premiumLimits = (change: Partial<Limits> = {}): Limits => ({
  isPremium: true,
  studyMaterials: { current: 0, limit: null, canCreate: true },
  folders: { current: 0, limit: null, canCreate: true },
  flashcards: { current: 0, limit: null, canCreate: true, canRegenerate: true, cardsPerDeck: null },
  quizzes: { current: 0, limit: null, canCreate: true, questionLimit: null, canRegenerate: true, hasWeakAreaAnalysis: true },
  ...change,
});
