import type { Flashcard, QuizQuestion } from '@lectern/contracts';
import { plainItemText } from '@lectern/contracts/item-text';

/** Returns a card without the marks of bold, italic and code, which other programs would show as characters. */
export const plainCard = <Card extends Pick<Flashcard, 'front' | 'back' | 'hint'>>(card: Card): Card => ({
  ...card,
  front: plainItemText(card.front),
  back: plainItemText(card.back),
  ...(card.hint !== undefined && { hint: plainItemText(card.hint) }),
});

/** Returns a question without the marks of bold, italic and code. */
export const plainQuestion = (question: QuizQuestion): QuizQuestion => ({
  ...question,
  question: plainItemText(question.question),
  explanation: plainItemText(question.explanation),
  options: question.options.map((option) => ({ ...option, text: plainItemText(option.text), rationale: plainItemText(option.rationale) })),
});
