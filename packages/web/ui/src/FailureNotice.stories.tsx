import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { FailureNotice } from './FailureNotice';
import { TextLink } from './TextLink';

const meta = {
  title: 'Components/FailureNotice',
  component: FailureNotice,
  args: { children: 'Email or password is wrong.' },
} satisfies Meta<typeof FailureNotice>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Plain: Story = {};
export const WithAction: Story = {
  args: { children: 'This link was used already or has expired.', action: <TextLink href="/forgot-password">Request a new link</TextLink> },
};
