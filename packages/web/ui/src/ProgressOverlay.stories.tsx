import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { expect, waitFor, within } from 'storybook/test';
import { ProgressOverlay, type OverlayClock } from './ProgressOverlay';

/** A stopped clock that reports this many seconds once, and triggers one poll of the progress. */
const after = (seconds: number): OverlayClock => {
  let asked = 0;
  return {
    now: () => (asked++ === 0 ? 0 : seconds * 1_000),
    every: (_milliseconds, tick) => {
      tick();
      return () => undefined;
    },
  };
};

const meta = {
  title: 'Components/ProgressOverlay',
  component: ProgressOverlay,
  parameters: { docs: { story: { inline: false, height: '560px' } } },
  args: {
    title: 'Creating Your Study Guide',
    stages: ['Reading your material', 'Finding the main ideas', 'Writing the guide', 'Checking it against your material'],
    totalSeconds: 35,
  },
} satisfies Meta<typeof ProgressOverlay>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Beginning: Story = { args: { clock: after(0) } };
export const Halfway: Story = {
  args: { clock: after(18) },
  play: async ({ userEvent }) => {
    const body = within(document.body);
    await waitFor(() => expect(body.getByText('17 seconds remaining')).toBeVisible());
    await expect(body.getByText('51%')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect(body.getByRole('dialog', { name: 'Creating Your Study Guide' })).toBeVisible();
  },
};
export const AlmostDone: Story = { args: { clock: after(34.5) } };
export const Late: Story = { args: { clock: after(60) } };
export const Uploading: Story = { args: { clock: after(3), detail: 'Uploading your deck: 43 %' } };

const progress = (made: number, state: 'waiting' | 'running' = 'running') => ({
  part: 'section' as const,
  read: () => Promise.resolve({ state, made, asked: 8 }),
});
export const InSections: Story = {
  args: { clock: after(18), progress: progress(2) },
  play: async () => {
    await waitFor(() => expect(within(document.body).getByText('Section 3 of 8', { selector: 'p' })).toBeVisible());
  },
};
export const Waiting: Story = { args: { clock: after(12), progress: progress(0, 'waiting') } };
