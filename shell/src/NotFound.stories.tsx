import { onPlatform } from '@lectern/platform/testing';
import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { NotFound } from './NotFound';

const meta = {
  title: 'Shell/Not found',
  component: NotFound,
  decorators: [onPlatform],
  tags: ['screen'],
  parameters: { platform: { at: '/nowhere' } },
} satisfies Meta<typeof NotFound>;
export default meta;
type Story = StoryObj<typeof meta>;

export const UnknownAddress: Story = {};
