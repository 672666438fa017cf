import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { expect, fn } from 'storybook/test';
import { OverrideBanner } from './OverrideBanner';

const study = { id: 'mf-study', entry: 'http://localhost:9103/remoteEntry.js', isUsed: true };
const library = { id: 'mf-library', entry: 'http://localhost:9102/remoteEntry.js', isUsed: true };

const meta = {
  title: 'Shell/Development banner',
  component: OverrideBanner,
  args: { overrides: [study], onChoose: fn() },
} satisfies Meta<typeof OverrideBanner>;
export default meta;
type Story = StoryObj<typeof meta>;

/** The remote is loaded from source; one click switches to the released one. */
export const FromSource: Story = {
  play: async ({ canvas, userEvent, args }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Use the released one' }));
    await expect(args.onChoose).toHaveBeenCalledWith('mf-study', true);
  },
};

/** The released remote was chosen; one click switches back to the source. */
export const Released: Story = {
  args: { overrides: [{ ...study, isUsed: false }] },
  play: async ({ canvas, userEvent, args }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Use localhost:9103' }));
    await expect(args.onChoose).toHaveBeenCalledWith('mf-study', false);
  },
};

/** `npm run dev -- mf-study mf-library`, plus one from another machine with a long address that may wrap. */
export const Several: Story = {
  args: {
    overrides: [
      study,
      { ...library, isUsed: false },
      { id: 'mf-notes-and-annotations', entry: 'http://a-machine-with-a-long-name.internal.example:9105/remoteEntry.js', isUsed: true },
    ],
  },
};
