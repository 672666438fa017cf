import { onPlatform } from '@lectern/platform/testing';
import { CardGrid, FolderMinus } from '@lectern/ui';
import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { listedGuide, unbroken } from '../shared/testing';
import { GuideCard } from './GuideCard';

const meta = {
  title: 'Library/Guide card',
  component: GuideCard,
  decorators: [
    (Story) => (
      <>
        <h1>Study Guides</h1>
        <CardGrid>
          <Story />
        </CardGrid>
      </>
    ),
    onPlatform,
  ],
  args: {
    guide: listedGuide(),
    text: 'Cells release energy from glucose...',
    entries: [{ label: 'Remove from Folder', icon: <FolderMinus aria-hidden /> }],
  },
} satisfies Meta<typeof GuideCard>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Plain: Story = {};
export const New: Story = { args: { isNew: true } };
export const BeingWritten: Story = { args: { guide: listedGuide({ generation: { state: 'running', asked: 8, made: 5 } }) } };
export const LongWord: Story = { args: { guide: listedGuide({ title: unbroken }), text: unbroken } };
export const Focused: Story = {
  play: async ({ userEvent }) => {
    await userEvent.tab();
  },
};
