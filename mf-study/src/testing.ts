import type {
  FlashcardDeck,
  FlashcardDeckListItem,
  Quiz,
  QuizListItem,
  QuizQuestion,
  SharedDeck,
  SharedQuiz,
  ShownPassage,
  StudyMaterialListItem,
} from '@lectern/contracts';

/** Fixtures for this remote's tests. Pass the fields that differ. */

const createdAt = '2025-03-05T12:00:00.000Z';

/** Two options, one of them correct: 'q1 right' and 'q1 wrong' for the id `q1`. */
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
    recentScores: [],
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

const heartQuestions: [topic: string, question: string, options: [string, string, string, string], correct: number][] = [
  [
    'What heart failure is',
    'What best describes heart failure?',
    [
      'The heart has stopped beating.',
      'The heart cannot pump enough blood to meet the needs of the body.',
      'A coronary artery is blocked by a clot.',
      'The heart beats faster than 100 times a minute.',
    ],
    1,
  ],
  [
    'Words for breathlessness',
    'A patient wakes at night, suddenly short of breath, and sits at the edge of the bed until it passes. Which word fits?',
    ['Orthopnea', 'Tachypnea', 'Paroxysmal nocturnal dyspnea', 'Apnea'],
    2,
  ],
  ['Medicines', 'Which value does the nurse check first before giving furosemide?', ['Potassium', 'Hemoglobin', 'Calcium', 'Bilirubin'], 0],
];

/** A realistic quiz for screenshots: three questions with four options each. */
export const heartQuiz = (change: Partial<Quiz> = {}): Quiz =>
  aQuiz({
    title: 'Quiz: Heart Failure: Nursing Care of Adults',
    description: '3 questions on **Heart Failure: Nursing Care of Adults**',
    questions: heartQuestions.map(([topic, question, options, correct], index) => ({
      _id: `h${String(index + 1)}`,
      question,
      options: options.map((text, place) => ({
        text,
        isCorrect: place === correct,
        rationale: place === correct ? 'This is what the slide says.' : 'The slide says otherwise.',
      })),
      explanation: `${options[correct] ?? ''} This is what your guide says under “${topic}”, and the other options name something else.`,
      topic,
      concept: question.slice(0, 40),
      source: {
        pointer: { kind: 'slide', slide: index + 2, part: index === 1 ? 'notes' : 'body', paragraph: 1 },
        quote: 'Heart failure is a clinical syndrome in which the heart cannot pump enough blood to meet the needs of the body.',
      },
    })),
    ...change,
  });

/** Slide 2 of the study material, the source of the first question of `heartQuiz`. */
export const heartPassages: ShownPassage[] = [
  { pointer: { kind: 'slide', slide: 2, part: 'body', paragraph: 2 }, kind: 'title', level: 0, text: 'What heart failure is' },
  {
    pointer: { kind: 'slide', slide: 2, part: 'body', paragraph: 1 },
    kind: 'bullet',
    level: 0,
    text: 'Heart failure is a clinical syndrome in which the heart cannot pump enough blood to meet the needs of the body. It is common.',
  },
  {
    pointer: { kind: 'slide', slide: 2, part: 'notes', paragraph: 1 },
    kind: 'paragraph',
    level: 0,
    text: 'Ask every patient how many pillows they sleep on.',
  },
];

/** A realistic deck for screenshots: four cards with their sources. */
export const heartDeck = (change: Partial<FlashcardDeck> = {}): FlashcardDeck =>
  aDeck({
    title: 'Flashcards: Heart Failure: Nursing Care of Adults',
    description: '4 cards on Heart Failure: Nursing Care of Adults',
    cards: [
      ['What is preload?', 'The stretch of the ventricle at the end of filling.'],
      ['What is afterload?', 'The resistance that the ventricle must overcome to eject blood.'],
      ['What is the ejection fraction?', 'The share of blood in the left ventricle that leaves it with each beat.'],
      ['Which electrolyte can furosemide lower within hours?', 'Potassium.'],
    ].map(([front = '', back = ''], index) => ({
      _id: `k${String(index + 1)}`,
      front,
      back,
      source: { pointer: { kind: 'slide', slide: index + 2, part: 'body', paragraph: 1 }, quote: back },
    })),
    ...change,
  });

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

/** A quiz as readers of a link see it. */
export const aSharedQuiz = (change: Partial<SharedQuiz> = {}): SharedQuiz => {
  const { title, description, difficultyLevel, questions } = aQuiz({});
  return { kind: 'quiz', owner: 'Ada', title, description, difficultyLevel, questions, ...change };
};

/** A deck as readers of a link see it. */
export const aSharedDeck = (change: Partial<SharedDeck> = {}): SharedDeck => {
  const { title, description, cards } = aDeck({});
  return { kind: 'deck', owner: null, title, description, cards, ...change };
};
