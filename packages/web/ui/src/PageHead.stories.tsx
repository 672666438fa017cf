import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { Button } from './Button';
import { Plus } from './icons';
import { PageHead } from './PageHead';

const meta = { title: 'Components/PageHead', component: PageHead, args: { title: 'Study Guides' } } satisfies Meta<typeof PageHead>;
export default meta;
type Story = StoryObj<typeof meta>;

export const TitleAlone: Story = {};
export const WithContext: Story = { args: { title: 'Settings', context: 'Manage your account settings' } };
export const WithAction: Story = {
  args: { context: 'What you made of your slides and notes.', actions: <Button icon={<Plus aria-hidden />}>Create New Guide</Button> },
};
export const LongTitle: Story = {
  args: {
    title: 'Statistics: sampling distributions, standard errors and the central limit theorem for students of nursing',
    actions: <Button variant="secondary">Back</Button>,
  },
};
