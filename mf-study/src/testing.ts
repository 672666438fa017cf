import type { FlashcardDeck, FlashcardDeckListItem, Quiz, QuizListItem, QuizQuestion, StudyMaterialListItem } from '@lectern/contracts';

/** Things for the tests of this remote; pass what differs. */

const createdAt = '2025-03-05T12:00:00.000Z';

/** Two options, of which one is correct: 'q1 right' and 'q1 wrong' for the id `q1`. */
export const aQuestion = (id: string, correct = 0): QuizQuestion => {
  const right = { text: `${id} right`, isCorrect: true, rationale: `${id} is so.` };
  const wrong = { text: `${id} wrong`, isCorrect: false, rationale: `${id} is not so.` };
  return {
    _id: id,
    question: `What is ${id}?`,
    options: correct === 0 ? [right, wrong] : [wrong, right],
    explanation: `${id} explained.`,
    topic: 'Heart',
    concept: 'Valves',
    source: { pointer: { kind: 'slide', slide: 4, part: 'notes', paragraph: 1 }, quote: `${id} quoted` },
  };
};

export const aQuiz = (change: Partial<Quiz>): Quiz => {
  const questions = change.questions ?? [aQuestion('q1'), aQuestion('q2', 1)];
  return {
    _id: 'z1',
    title: 'Quiz: Heart',
    description: '2 questions on **Heart**',
    questionCount: questions.length,
    currentScore: 0,
    running_average: 0,
    attempts: 0,
    studyMaterialId: 'm1',
    studyMaterialTitle: 'Heart',
    difficultyLevel: 'medium',
    stylePreference: null,
    generatedBy: 'offline',
    createdAt,
    questions,
    ...change,
  };
};

export const listed = ({ questions: _questions, results: _results, ...item }: Quiz): QuizListItem => item;

export const aDeck = (change: Partial<FlashcardDeck>): FlashcardDeck => {
  const cards = change.cards ?? ['c1', 'c2', 'c3'].map((id) => ({ _id: id, front: `${id} front`, back: `${id} back` }));
  return {
    _id: 'd1',
    title: 'Cards: Heart',
    description: '3 cards on Heart',
    cardCount: cards.length,
    studyMaterialId: 'm1',
    studyMaterialTitle: 'Heart',
    stylePreference: null,
    generatedBy: 'offline',
    createdAt,
    cards,
    ...change,
  };
};

export const listedDeck = ({ cards: _cards, ...item }: FlashcardDeck): FlashcardDeckListItem => item;

export const aGuide = (change: Partial<StudyMaterialListItem>): StudyMaterialListItem => ({
  _id: 'm1',
  title: 'Heart',
  stylePreference: null,
  processedContent: { overview: 'About the heart.' },
  preview: 'About the heart.',
  folderId: null,
  generatedBy: 'offline',
  createdAt,
  ...change,
});
