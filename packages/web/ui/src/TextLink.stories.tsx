import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { TextLink } from './TextLink';

const meta = { title: 'Components/TextLink', component: TextLink, args: { href: '#support', children: 'Contact Support' } } satisfies Meta<
  typeof TextLink
>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Alone: Story = {};
