import type { Flashcard, FlashcardDeck, ListedReviewItem, QueuedReview, Quiz, QuizQuestion } from '@lectern/contracts';

type QueuedCard = Extract<QueuedReview, { kind: 'card' }>;
type QueuedQuestion = Extract<QueuedReview, { kind: 'question' }>;

type ShownCard = QueuedCard | Extract<ListedReviewItem, { kind: 'card' }>;
type ShownQuestion = QueuedQuestion | Extract<ListedReviewItem, { kind: 'question' }>;

/** A card of the queue or a list, in the shape that decks use. */
export const cardOf = ({ itemId, front, back, hint, pictures, source }: ShownCard): Flashcard => ({
  ...{ _id: itemId, front, back },
  ...(hint !== undefined && { hint }),
  ...(pictures && { pictures }),
  ...(source && { source }),
});

/** A question of the queue or a list, in the shape that quizzes use. Its topic and concept are absent, because they are not shown in review. */
export const questionOf = ({ itemId, question, options, explanation, source }: ShownQuestion): QuizQuestion => ({
  _id: itemId,
  question,
  options,
  explanation,
  topic: '',
  concept: '',
  ...(source && { source }),
});

/** Copies a card's edited text and pictures from its deck. */
export const editedCard = (item: QueuedCard, deck: FlashcardDeck): QueuedCard => {
  const card = deck.cards.find(({ _id }) => _id === item.itemId);
  if (!card) return item;
  const { pictures: _former, ...rest } = item;
  return { ...rest, front: card.front, back: card.back, ...(card.pictures && { pictures: card.pictures }) };
};

/** Copies a question's edited text from its quiz. */
export const editedQuestion = (item: QueuedQuestion, quiz: Quiz): QueuedQuestion => {
  const edited = quiz.questions.find(({ _id }) => _id === item.itemId);
  return edited ? { ...item, question: edited.question, options: edited.options, explanation: edited.explanation } : item;
};
