import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { AskDisclosure } from './AskDisclosure';
import { AskPanel } from './AskPanel';

const meta = {
  title: 'Components/Ask disclosure',
  component: AskDisclosure,
  args: {
    label: 'Ask about this guide',
    children: () => (
      <AskPanel asked={[]} passagesOf={() => null} onAsk={() => Promise.resolve(undefined)} isAsking={false} onRemove={() => undefined} />
    ),
  },
} satisfies Meta<typeof AskDisclosure>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Closed: Story = {};
export const Open: Story = {
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByText('Ask about this guide'));
  },
};
