import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { expect } from 'storybook/test';
import { IconButton } from './IconButton';
import { MoreVertical } from './icons';
import { LazyMenu, type LazyMenuProps } from './LazyMenu';

const absent = (): Promise<never> => Promise.reject(new Error('This story shows what a lost connection looks like.'));

const meta = {
  title: 'Components/LazyMenu',
  component: LazyMenu<object>,
  parameters: { docs: { story: { inline: false, height: '240px' } } },
  args: {
    load: absent,
    props: {},
    button: (
      <IconButton label="Options for Cell respiration">
        <MoreVertical aria-hidden />
      </IconButton>
    ),
  },
} satisfies Meta<LazyMenuProps<object>>;
export default meta;
type Story = StoryObj<typeof meta>;

/** Only the button is rendered until the menu is used. See the stories of Menu for the open menu. */
export const Closed: Story = {};

export const DidNotLoad: Story = {
  play: async ({ canvas, userEvent }) => {
    await userEvent.tab();
    await userEvent.keyboard('{Enter}');
    await expect(await canvas.findByRole('alert')).toHaveTextContent('This did not load.');
  },
};
