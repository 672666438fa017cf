import { calls, type Exam } from '@lectern/contracts';
import { answer, freeLimits, learner, never, onPlatform, type FakeApi, type PlatformParameters } from '@lectern/platform/testing';
import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { expect, within } from 'storybook/test';
import { shown } from '../shown';
import { aGuide } from '../testing';
import { ExamsScreen } from './exams.screen';
import { anExam, anExamPlan } from './testing';

const meta = {
  title: 'Study/Exams',
  component: ExamsScreen,
  decorators: [onPlatform],
  tags: ['screen'],
} satisfies Meta<typeof ExamsScreen>;
export default meta;
type Story = StoryObj<typeof meta>;

const on = (exams: unknown): Pick<Story, 'parameters'> => ({
  parameters: {
    platform: {
      at: '/review/exams',
      user: learner,
      limits: freeLimits(),
      api: (api: FakeApi) => {
        api.on(calls.listExams, exams);
        api.on(calls.getExam, anExamPlan());
        api.on(calls.listMastery, [{ studyMaterialId: 'm1', mastery: 0.78, items: 42, seen: 30, due: 4 }]);
        api.on(calls.listStudyMaterials, [aGuide({}), aGuide({ _id: 'm2', title: 'Cell respiration' })]);
      },
    } satisfies PlatformParameters,
  },
});

const several: Exam[] = [
  anExam(),
  anExam({
    _id: 'e2',
    name: 'Law of open source licences, second part',
    daysLeft: 1,
    date: '2026-03-03',
    readiness: null,
    seen: 0,
    perDay: 42,
    shortfall: '42 new cards in 1 day means 42 per day, above your limit of 20, which leaves time for 20 cards.',
  }),
  anExam({ _id: 'e3', name: 'Biology', daysLeft: 0, date: '2026-02-20', isOver: true, readiness: 0.88, seen: 42 }),
];

export const Several: Story = on(several);

export const PlanAndReadiness: Story = {
  ...on([anExam()]),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByText('How this is worked out'));
    await userEvent.click(canvas.getByText('Plan by day'));
    await expect(await canvas.findByRole('table', { name: 'Plan by day' })).toBeInTheDocument();
  },
};

export const Adding: Story = {
  ...on([]),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Add Exam' }));
    const dialog = within(await within(document.body).findByRole('dialog', { name: 'Add Exam' }));
    await dialog.findByRole('checkbox', { name: 'Cell respiration' });
    await userEvent.click(dialog.getByRole('button', { name: 'Add Exam' }));
    await shown(await dialog.findByText('Please choose a study guide'));
  },
};

export const Empty: Story = on([]);
export const Loading: Story = on(never);
export const Failed: Story = {
  ...on(answer(500, { code: 'internal' })),
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('alert')).toHaveTextContent('Your exams could not be loaded.');
  },
};
