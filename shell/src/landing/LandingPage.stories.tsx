import { onPlatform } from '@lectern/platform/testing';
import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { expect } from 'storybook/test';
import { Frame } from '../frame/Frame';
import { LandingPage } from './LandingPage';

const meta = {
  title: 'Shell/Landing',
  component: LandingPage,
  decorators: [onPlatform],
  tags: ['screen'],
  parameters: { layout: 'fullscreen', platform: { at: '/', isWholePage: true } },
  render: () => (
    <Frame isSignedIn={false} isLanding navigation={[]}>
      <LandingPage />
    </Frame>
  ),
} satisfies Meta<typeof LandingPage>;
export default meta;
type Story = StoryObj<typeof meta>;

export const ForVisitors: Story = {
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('link', { name: 'Start Learning Now' })).toHaveAttribute('href', '/login');
    await expect(canvas.getByRole('link', { name: 'Get Started for Free' })).toHaveAttribute('href', '/login');
  },
};
