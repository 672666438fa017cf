import { calls, type QuizResults } from '@lectern/contracts';
import {
  answer,
  freeLimits,
  learner,
  never,
  onPlatform,
  premiumLimits,
  type FakeApi,
  type PlatformParameters,
} from '@lectern/platform/testing';
import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { expect, within } from 'storybook/test';
import { shown } from '../shown';
import { heartPassages, heartQuiz } from '../testing';
import { reduceQuiz, startSession, type QuizAction, type QuizSession } from './QuizSession';
import { QuizScreen } from './quiz.screen';
import { writeSession } from './quizSessionStorage';

const meta = {
  title: 'Study/Quiz',
  component: QuizScreen,
  decorators: [onPlatform],
  tags: ['screen'],
  beforeEach: () => {
    localStorage.clear();
  },
} satisfies Meta<typeof QuizScreen>;
export default meta;
type Story = StoryObj<typeof meta>;

const quiz = heartQuiz();
const ids = quiz.questions.map((question) => question._id);

const on = (platform: PlatformParameters = {}): Pick<Story, 'parameters'> => ({
  parameters: {
    platform: {
      at: '/quizzes/z1',
      path: '/quizzes/:id',
      user: learner,
      limits: premiumLimits(),
      isReload: true,
      ...platform,
      api: (api: FakeApi) => {
        api.on(calls.getQuiz, quiz);
        platform.api?.(api);
      },
    } satisfies PlatformParameters,
  },
});

/** Stores the attempt after these actions, as if the page had been reloaded. 'default' is the key of a memory router's first entry. */
const after = (...actions: QuizAction[]): Pick<Story, 'beforeEach'> => ({
  beforeEach: () => {
    writeSession('z1', actions.reduce<QuizSession>(reduceQuiz, startSession(ids)), 'default');
  },
});
const select = (option: number): QuizAction => ({ type: 'select', option });
const show: QuizAction = { type: 'showAnswer' };
const next: QuizAction = { type: 'next' };
const all = [select(1), show, next, select(0), show, next, select(3), show] as const;
const results = (score: number, correctAnswers: number, weakAreas: QuizResults['weakAreas'] = []): QuizAction[] => [
  ...all,
  { type: 'submit' },
  { type: 'submitted', results: { score, totalQuestions: 3, correctAnswers, weakAreas } },
];
const weakAreas = [
  { topic: 'Words for breathlessness', concept: 'Paroxysmal nocturnal dyspnea' },
  { topic: 'Words for breathlessness', concept: 'Orthopnea' },
  { topic: 'Medicines', concept: 'Potassium before furosemide' },
];

export const Loading: Story = on({
  api: (api) => {
    api.on(calls.getQuiz, never);
  },
});

export const Failed: Story = {
  ...on({
    api: (api) => {
      api.on(calls.getQuiz, answer(503, { msg: 'Please try again in a moment.', code: 'unavailable' }));
    },
  }),
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('button', { name: 'Try again' })).toBeVisible();
  },
};

export const Question: Story = on();

export const Selected: Story = {
  ...on(),
  play: async ({ canvas, userEvent }) => {
    await expect(await canvas.findByRole('button', { name: 'Show Answer' })).toBeDisabled();
    await userEvent.click(canvas.getByRole('radio', { name: /cannot pump enough blood/ }));
    await expect(canvas.getByRole('button', { name: 'Show Answer' })).toBeEnabled();
    await expect(canvas.getByRole('button', { name: 'Next Question' })).toBeDisabled();
  },
};

export const ShownRight: Story = { ...on(), ...after(select(1), show) };

export const ShownWrong: Story = {
  ...on(),
  play: async ({ canvas, userEvent }) => {
    await canvas.findByText('Question 1 of 3');
    await userEvent.keyboard('a{Enter}');
    await shown(await canvas.findByRole('heading', { name: 'Not quite. The answer is B' }));
    await expect(canvas.getByRole('button', { name: 'Next Question' })).toHaveFocus();
  },
};

export const LastQuestion: Story = { ...on(), ...after(...all) };

export const SubmitFailed: Story = {
  ...on({
    api: (api) => {
      api.on(calls.submitQuiz, answer(503, { msg: 'Please try again in a moment.', code: 'unavailable' }));
    },
  }),
  ...after(...all),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Submit Quiz' }));
    await shown(await canvas.findByText('The quiz could not be submitted. Your answers are saved. Please submit them again.'));
  },
};

export const FewerQuestionsThanAsked: Story = on({
  api: (api) => {
    api.on(calls.getQuiz, heartQuiz({ shortfall: { asked: 10, made: 3, reason: 'The guide is short.' } }));
  },
});

export const StillBeingMade: Story = on({
  api: (api) => {
    api.on(calls.getQuiz, heartQuiz({ generatedBy: 'openai:gpt-5-mini', generation: { state: 'running', asked: 10, made: 3 } }));
  },
});

export const MadeWithoutTheModel: Story = on({
  api: (api) => {
    const notice = 'The language model did not answer. Lectern made this without it. Try again later for a fuller version.';
    api.on(calls.getQuiz, heartQuiz({ notice, generation: { state: 'complete', asked: 3, made: 3 } }));
  },
});

export const ResultsAt100: Story = { ...on(), ...after(...results(100, 3)) };
export const ResultsAt80: Story = { ...on(), ...after(...results(80, 2, weakAreas.slice(0, 2))) };
export const ResultsAt40: Story = { ...on(), ...after(...results(40, 1, weakAreas)) };

export const ResultsForFreeLearners: Story = {
  ...on({ limits: freeLimits() }),
  ...after(...results(40, 1)),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Master Your Weak Areas' }));
    await shown(await canvas.findByRole('dialog', { name: 'Upgrade to Premium' }));
  },
};

export const MissedQuestionOpen: Story = {
  ...on(),
  ...after(...results(40, 1, weakAreas)),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByText(/^2\. A patient wakes at night/));
    await expect(
      canvas.getByText((_text, element) => element?.tagName === 'DD' && element.textContent === 'C. Paroxysmal nocturnal dyspnea'),
    ).toBeVisible();
  },
};

export const Regenerating: Story = {
  ...on({
    api: (api) => {
      api.on(calls.regenerateQuiz, never);
    },
  }),
  ...after(...results(40, 1, weakAreas)),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Master Your Weak Areas' }));
    await shown(await within(document.body).findByRole('dialog', { name: 'Creating New Questions' }));
  },
};

const choose = async (
  canvas: Parameters<NonNullable<Story['play']>>[0]['canvas'],
  userEvent: Parameters<NonNullable<Story['play']>>[0]['userEvent'],
  entry: string,
): Promise<void> => {
  await userEvent.click(await canvas.findByRole('button', { name: 'Options for question 1' }));
  await userEvent.click(await within(document.body).findByRole('menuitem', { name: entry }));
};

export const OptionsOpen: Story = {
  ...on(),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Options for question 1' }));
    await shown(await within(document.body).findByRole('menuitem', { name: 'Report Question' }));
  },
};

export const SourceOpen: Story = {
  ...on({
    api: (api) => {
      api.on(calls.listPassages, heartPassages);
    },
  }),
  ...after(select(1), show),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Slide 2' }));
    const panel = within(await within(document.body).findByRole('dialog', { name: 'Source: slide 2' }));
    await shown(await panel.findByText('Speaker notes'));
  },
};

export const Editing: Story = {
  ...on(),
  ...after(select(1), show),
  play: async ({ canvas, userEvent }) => {
    await choose(canvas, userEvent, 'Edit Question');
    const dialog = within(await within(document.body).findByRole('dialog', { name: 'Edit Question' }));
    await shown(dialog.getByRole('textbox', { name: 'Option A' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
    await choose(canvas, userEvent, 'Edit Question');
    await shown(await within(document.body).findByRole('dialog', { name: 'Edit Question' }));
  },
};

export const EditingWithProblems: Story = {
  ...on(),
  play: async ({ canvas, userEvent }) => {
    await choose(canvas, userEvent, 'Edit Question');
    const dialog = within(await within(document.body).findByRole('dialog', { name: 'Edit Question' }));
    await userEvent.clear(dialog.getByRole('textbox', { name: 'Option B' }));
    await userEvent.clear(dialog.getByRole('textbox', { name: 'Explanation' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Save Changes' }));
    await shown(await dialog.findByText('Every option needs a text'));
    await expect(dialog.getByRole('textbox', { name: 'Option B' })).toHaveFocus();
  },
};

export const Reporting: Story = {
  ...on(),
  play: async ({ canvas, userEvent }) => {
    await choose(canvas, userEvent, 'Report Question');
    const dialog = within(await within(document.body).findByRole('dialog', { name: 'Report Question' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Send Report' }));
    await shown(await dialog.findByText('Please choose a reason'));
  },
};

export const Deleting: Story = {
  ...on(),
  play: async ({ canvas, userEvent }) => {
    await choose(canvas, userEvent, 'Delete Question');
    await shown(await within(document.body).findByRole('alertdialog', { name: 'Are you sure you want to delete this question?' }));
  },
};

export const WithFacts: Story = on({
  api: (api) => {
    const [first, ...rest] = heartQuiz().questions;
    if (!first) return;
    const reported = { reason: 'wrong' as const, at: '2025-03-05T12:00:00.000Z' };
    api.on(
      calls.getQuiz,
      heartQuiz({ generatedBy: 'openai:gpt-5-mini', questions: [{ ...first, generatedBy: 'offline', edited: true, reported }, ...rest] }),
    );
  },
});
