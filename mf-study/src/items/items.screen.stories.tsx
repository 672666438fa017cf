import { calls } from '@lectern/contracts';
import { answer, freeLimits, learner, never, onPlatform, type PlatformParameters } from '@lectern/platform/testing';
import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { expect, within } from 'storybook/test';
import { shown } from '../shown';
import { aDeck, aGuide, aQuiz, listed, listedDeck } from '../testing';
import { ItemsScreen } from './items.screen';

const meta = { title: 'Study/Quizzes and flashcards', component: ItemsScreen, decorators: [onPlatform], tags: ['screen'] } satisfies Meta<
  typeof ItemsScreen
>;
export default meta;
type Story = StoryObj<typeof meta>;

const quizzes = [
  { title: 'Quiz: Heart Failure: Nursing Care of Adults', currentScore: 90, questions: 10 },
  { title: 'Quiz: Contract Formation', currentScore: 0, questions: 7 },
  {
    title: 'Quiz: Statistics: sampling distributions and the central limit theorem for students of nursing',
    currentScore: 65,
    questions: 10,
  },
  { title: 'Quiz: Cell Respiration', currentScore: 100, questions: 10 },
].map(({ title, currentScore, questions }, index) => ({
  ...listed(aQuiz({ _id: `z${String(index)}`, title, currentScore })),
  questionCount: questions,
  description: `${String(questions)} questions on ${title.slice(6)}`,
}));
const decks = [
  { title: 'Flashcards: Heart Failure: Nursing Care of Adults', cardCount: 20 },
  { title: 'Flashcards: Contract Formation', cardCount: 1 },
  { title: 'Flashcards: The Renal System', cardCount: 17 },
].map(({ title, cardCount }, index) => ({ ...listedDeck(aDeck({ _id: `d${String(index)}`, title })), cardCount }));

const on = (platform: PlatformParameters): Pick<Story, 'parameters'> => ({
  parameters: {
    platform: {
      at: '/quizzes',
      user: learner,
      limits: freeLimits(),
      ...platform,
      api: (api) => {
        api.on(calls.listQuizzes, quizzes);
        api.on(calls.listDecks, decks);
        api.on(calls.listStudyMaterials, [
          aGuide({ title: 'Heart Failure: Nursing Care of Adults' }),
          aGuide({ _id: 'm2', title: 'Contract Formation' }),
        ]);
        platform.api?.(api);
      },
    } satisfies PlatformParameters,
  },
});
const flashcards = '/quizzes?tab=flashcards';

export const Quizzes: Story = on({});
export const Decks: Story = on({ at: flashcards });
export const DecksImport: Story = {
  ...on({ at: `${flashcards}&import=1` }),
  play: async ({ canvasElement }) => {
    const dialog = await within(canvasElement.ownerDocument.body).findByRole('dialog', { name: 'Import Flashcards' });
    await expect(within(dialog).getByLabelText('Choose a file')).toBeEnabled();
  },
};

export const QuizzesLoading: Story = on({
  api: (api) => {
    api.on(calls.listQuizzes, never);
  },
});
export const DecksLoading: Story = on({
  at: flashcards,
  api: (api) => {
    api.on(calls.listDecks, never);
  },
});

export const QuizzesEmpty: Story = on({
  api: (api) => {
    api.on(calls.listQuizzes, []);
  },
});
export const DecksEmpty: Story = on({
  at: flashcards,
  api: (api) => {
    api.on(calls.listDecks, []);
  },
});

export const NoQuizFound: Story = on({
  at: '/quizzes?q=kidney',
  api: (api) => {
    api.on(calls.listQuizzes, []);
  },
});
export const NoDeckFound: Story = on({
  at: `${flashcards}&q=kidney`,
  api: (api) => {
    api.on(calls.listDecks, []);
  },
});

export const QuizzesFailed: Story = {
  ...on({
    api: (api) => {
      api.on(calls.listQuizzes, answer(500, { code: 'internal' }));
    },
  }),
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('alert')).toHaveTextContent('Failed to load quizzes');
  },
};
export const DecksFailed: Story = {
  ...on({
    at: flashcards,
    api: (api) => {
      api.on(calls.listDecks, answer(500, { code: 'internal' }));
    },
  }),
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('alert')).toHaveTextContent('Failed to load flashcards');
  },
};

export const AtTheLimit: Story = {
  ...on({ limits: freeLimits({ quizzes: { ...freeLimits().quizzes, current: 5, canCreate: false } }) }),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Create Quiz' }));
    await shown(await canvas.findByRole('dialog', { name: 'Upgrade to Premium' }));
    await expect(within(document.body).queryByRole('dialog', { name: 'Generate Quiz' })).toBeNull();
  },
};

/** Without the tag `screen`, because an open menu is outside the page's landmarks. */
export const MenuOpen: Story = {
  ...on({}),
  tags: ['!screen'],
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Options for Quiz: Contract Formation' }));
    await shown(await within(document.body).findByRole('menuitem', { name: 'Delete Quiz' }));
  },
};

export const GenerateQuizDialog: Story = {
  ...on({}),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Create Quiz' }));
    const dialog = within(await within(document.body).findByRole('dialog', { name: 'Generate Quiz' }));
    await userEvent.click(await dialog.findByRole('button', { name: 'Generate Quiz' }));
    await shown(await dialog.findByText('Please select a study material'));
  },
};

export const CreateDeckDialog: Story = {
  ...on({ at: flashcards }),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Create Flashcard Deck' }));
    const dialog = within(await within(document.body).findByRole('dialog', { name: 'Create Flashcard Deck' }));
    await userEvent.selectOptions(await dialog.findByLabelText('Study material'), 'Contract Formation');
    await userEvent.type(dialog.getByLabelText('Style Preference'), 'one fact per card');
    await expect(dialog.getByLabelText('Style Preference')).toHaveValue('one fact per card');
  },
};

export const NoGuideYet: Story = {
  ...on({
    api: (api) => {
      api.on(calls.listStudyMaterials, []);
    },
  }),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Create Quiz' }));
    await shown(await within(document.body).findByRole('link', { name: 'Create Study Material' }));
  },
};

export const CreatingAQuiz: Story = {
  ...on({
    api: (api) => {
      api.on(calls.generateQuiz, never);
    },
  }),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Create Quiz' }));
    const page = within(document.body);
    await userEvent.selectOptions(await page.findByLabelText('Study material'), 'Contract Formation');
    await userEvent.click(page.getByRole('button', { name: 'Generate Quiz' }));
    await shown(await page.findByRole('dialog', { name: 'Creating Your Quiz' }));
  },
};

/** The reason stays above the buttons until the next attempt. */
export const QuizRefused: Story = {
  ...on({
    api: (api) => {
      api.on(calls.generateQuiz, answer(422, { msg: 'This study guide has too little material for a quiz.', code: 'too_little_material' }));
    },
  }),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Create Quiz' }));
    const page = within(document.body);
    await userEvent.selectOptions(await page.findByLabelText('Study material'), 'Contract Formation');
    await userEvent.click(page.getByRole('button', { name: 'Generate Quiz' }));
    const dialog = within(page.getByRole('dialog', { name: 'Generate Quiz' }));
    await shown(await dialog.findByText('This study guide has too little material for a quiz.'));
  },
};

export const FewerQuestionsThanAsked: Story = {
  ...on({
    api: (api) => {
      const shortfall = { asked: 10, made: 7, reason: 'The guide is short.' };
      api.on(calls.generateQuiz, answer(201, aQuiz({ _id: 'z9', title: 'Quiz: New', shortfall })));
    },
  }),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Create Quiz' }));
    const page = within(document.body);
    await userEvent.selectOptions(await page.findByLabelText('Study material'), 'Contract Formation');
    await userEvent.click(page.getByRole('button', { name: 'Generate Quiz' }));
    await shown(await canvas.findByText('7 of 10 questions were made. The guide is short.'));
    await expect(canvas.getByRole('heading', { name: 'Quiz: New' })).toBeVisible();
  },
};
