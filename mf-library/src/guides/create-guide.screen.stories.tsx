import { calls } from '@lectern/contracts';
import { answer, freeLimits, learner, never, onPlatform, premiumLimits, type PlatformParameters } from '@lectern/platform/testing';
import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { expect, waitFor, within } from 'storybook/test';
import { CreateGuideScreen } from './create-guide.screen';

const meta = {
  title: 'Library/Create study guide',
  component: CreateGuideScreen,
  decorators: [onPlatform],
  tags: ['screen'],
} satisfies Meta<typeof CreateGuideScreen>;
export default meta;
type Story = StoryObj<typeof meta>;
const on = (platform: PlatformParameters = {}): Pick<Story, 'parameters'> => ({
  parameters: {
    platform: {
      at: '/study-materials/create',
      path: '/study-materials/create',
      user: learner,
      limits: freeLimits(),
      ...platform,
    } satisfies PlatformParameters,
  },
});
type Play = NonNullable<Story['play']>;
const generate: Play = async ({ canvas, userEvent }) => {
  await userEvent.type(canvas.getByLabelText('Content'), 'Glycolysis is the splitting of glucose.');
  await userEvent.click(canvas.getByRole('button', { name: 'ADPIE' }));
  await userEvent.click(canvas.getByRole('button', { name: 'Generate Guide' }));
};

export const Empty: Story = on();
export const Premium: Story = on({ limits: premiumLimits() });
export const Running: Story = {
  ...on({
    api: (api) => {
      api.on(calls.createStudyMaterial, never);
    },
  }),
  play: async (context) => {
    await generate(context);
    await waitFor(() => expect(within(document.body).getByRole('dialog', { name: 'Creating Your Study Guide' })).toBeVisible());
  },
};
export const Failed: Story = {
  ...on({
    api: (api) => {
      api.on(calls.createStudyMaterial, answer(503, { msg: 'Please try again in a moment.', code: 'unavailable', requestId: 'r1' }));
    },
  }),
  play: async (context) => {
    await generate(context);
    await expect(await context.canvas.findByText(/The guide was not created\./)).toBeVisible();
    await expect(context.canvas.getByLabelText('Content')).toHaveValue('Glycolysis is the splitting of glucose.');
  },
};
export const NothingToSend: Story = {
  ...on(),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Generate Guide' }));
    await expect(await within(document.body).findByText('Please enter some content or upload a PowerPoint file')).toBeInTheDocument();
  },
};
export const AtTheLimit: Story = on({ limits: freeLimits({ studyMaterials: { current: 5, limit: 5, canCreate: false } }) });
