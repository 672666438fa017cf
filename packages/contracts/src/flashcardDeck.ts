import * as z from '@lectern/contracts/schema';
import { Generation } from './generation.ts';
import { madeFrom } from './madeFrom.ts';
import { Id, Shortfall, Time } from './primitives.ts';
import { ItemSource } from './source.ts';
import { ItemOrigin } from './itemOrigin.ts';
import { CardPicture } from './picture.ts';
import { DifficultyLevel } from './quiz.ts';

/** A flashcard. Cards that the learner wrote have no source. */
export const Flashcard = z.extend(ItemOrigin, {
  _id: Id,
  front: z.string(),
  back: z.string(),
  /** Shown on request before the answer. */
  hint: z.optional(z.string()),
  /** Only for imported cards. */
  tags: z.optional(z.array(z.string())),
  pictures: z.optional(z.array(CardPicture)),
  source: z.optional(ItemSource),
});
export type Flashcard = z.infer<typeof Flashcard>;

/** A deck in a list, without cards. */
export const FlashcardDeckListItem = z.object({
  _id: Id,
  title: z.string(),
  description: z.string(),
  cardCount: z.int(),
  ...madeFrom,
  /** Absent if the learner chose none, and in decks that the learner wrote. */
  difficultyLevel: z.optional(DifficultyLevel),
  /** Always sent; optional, so that pages accept an older service. */
  generation: z.optional(Generation),
  stylePreference: z.nullable(z.string()),
  generatedBy: z.string(),
  createdAt: Time,
});
export type FlashcardDeckListItem = z.infer<typeof FlashcardDeckListItem>;

export const FlashcardDeck = z.extend(FlashcardDeckListItem, {
  cards: z.array(Flashcard),
  /** Incremented with every change. Always sent; optional, so that pages accept an older service. */
  revision: z.optional(z.int()),
  shortfall: z.optional(Shortfall),
  limitation: z.optional(z.string()),
  /** Explains why a language model generated none or only part of it. */
  notice: z.optional(z.string()),
});
export type FlashcardDeck = z.infer<typeof FlashcardDeck>;

export const NewCards = z.object({
  newCards: z.array(Flashcard),
  flashcardId: Id,
  shortfall: z.optional(Shortfall),
  notice: z.optional(z.string()),
});
export type NewCards = z.infer<typeof NewCards>;
