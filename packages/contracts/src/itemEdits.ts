import * as z from '@lectern/contracts/schema';
import { cardPictureBounds, NamedPicture } from './picture.ts';
import { sizes } from './primitives.ts';
import { filledText, trimmedText } from './texts.ts';

/** Returns whether all texts are distinct, ignoring spaces. Co and CO, cm² and cm2, `String` and `string` are distinct. */
export const areDistinct = (texts: readonly string[]): boolean =>
  new Set(texts.map((text) => text.normalize('NFC').replace(/\s+/g, ' ').trim())).size === texts.length;

/** One side of a card. */
const CardSide = filledText(sizes.cardSide, 'A card needs both sides');

/** A learner's edit of a card. */
export const CardEdit = z.object({ front: CardSide, back: CardSide });
export type CardEdit = z.infer<typeof CardEdit>;

/** A learner's edit of a card with its pictures. Without `pictures`, they stay. */
export const PicturedCardEdit = z.extend(CardEdit, {
  pictures: z.optional(
    z.array(NamedPicture).check(z.maxLength(cardPictureBounds.perCard, `A card has at most ${cardPictureBounds.perCard} pictures`)),
  ),
});
export type PicturedCardEdit = z.infer<typeof PicturedCardEdit>;

/** The options of a question: three or four in generated ones, two to six in the learner's own. */
const Options = z.array(z.object({ text: filledText(sizes.option, 'Every option needs a text'), isCorrect: z.boolean() })).check(
  z.minLength(2, 'A question needs two options'),
  z.maxLength(6, 'A question has at most six options'),
  z.refine((options) => options.filter((option) => option.isCorrect).length === 1, 'Exactly one option has to be correct'),
  z.refine((options) => areDistinct(options.map((option) => option.text)), 'No two options may be the same'),
);

/** A learner's edit of a generated question. It keeps the number of options. */
export const QuestionEdit = z.object({
  question: filledText(sizes.question, 'A question needs its text'),
  options: Options,
  explanation: filledText(sizes.explanation, 'An explanation is needed'),
});
export type QuestionEdit = z.infer<typeof QuestionEdit>;

/** A question that a learner writes or edits. */
export const NewQuestion = z.extend(QuestionEdit, { explanation: z.optional(trimmedText(sizes.explanation)) });
export type NewQuestion = z.infer<typeof NewQuestion>;
