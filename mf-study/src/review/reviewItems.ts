import type { Flashcard, FlashcardDeck, ListedReviewItem, QueuedReview, Quiz, QuizQuestion } from '@lectern/contracts';

type QueuedCard = Extract<QueuedReview, { kind: 'card' }>;
type QueuedQuestion = Extract<QueuedReview, { kind: 'question' }>;

type ShownCard = QueuedCard | Extract<ListedReviewItem, { kind: 'card' }>;
type ShownQuestion = QueuedQuestion | Extract<ListedReviewItem, { kind: 'question' }>;

/** A card of the queue or a list as decks show it. */
export const cardOf = ({ itemId, front, back, hint, pictures, source }: ShownCard): Flashcard => ({
  ...{ _id: itemId, front, back },
  ...(hint !== undefined && { hint }),
  ...(pictures && { pictures }),
  ...(source && { source }),
});

/** A question of the queue or a list as quizzes show it. They do not name its topic and concept, which are not shown while it is asked. */
export const questionOf = ({ itemId, question, options, explanation, source }: ShownQuestion): QuizQuestion => ({
  _id: itemId,
  question,
  options,
  explanation,
  topic: '',
  concept: '',
  ...(source && { source }),
});

/** The card after an edit of its deck. */
export const editedCard = (item: QueuedCard, deck: FlashcardDeck): QueuedCard => {
  const card = deck.cards.find(({ _id }) => _id === item.itemId);
  return card ? { ...item, front: card.front, back: card.back } : item;
};

/** The question after an edit of its quiz. */
export const editedQuestion = (item: QueuedQuestion, quiz: Quiz): QueuedQuestion => {
  const edited = quiz.questions.find(({ _id }) => _id === item.itemId);
  return edited ? { ...item, question: edited.question, options: edited.options, explanation: edited.explanation } : item;
};
