import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { expect, fn } from 'storybook/test';
import { styled } from 'styled-components';
import { Button } from './Button';
import { Plus, Trash2 } from './icons';
import { space } from './tokens';

const Row = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space[12]};
`;

const meta = { title: 'Components/Button', component: Button, args: { children: 'Create Folder', onClick: fn() } } satisfies Meta<
  typeof Button
>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Primary: Story = {
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Create Folder' }));
    await expect(args.onClick).toHaveBeenCalledTimes(1);
  },
};

export const Variants: Story = {
  render: () => (
    <Row>
      <Button>Primary</Button>
      <Button variant="secondary">Secondary</Button>
      <Button variant="quiet">Quiet</Button>
      <Button variant="danger" icon={<Trash2 aria-hidden />}>
        Danger
      </Button>
    </Row>
  ),
};

export const Busy: Story = {
  args: { isBusy: true, busyLabel: 'Signing in...' },
  play: async ({ args, canvas }) => {
    const button = canvas.getByRole('button', { name: 'Signing in...' });
    await expect(button).toBeDisabled();
    await expect(args.onClick).not.toHaveBeenCalled();
  },
};

export const Disabled: Story = { args: { disabled: true } };
export const Large: Story = { args: { isLarge: true, icon: <Plus aria-hidden /> } };
export const Wide: Story = { args: { isWide: true } };
export const AsLink: Story = { args: { as: 'a', href: '#create', children: 'Create New Guide' } };

export const Focused: Story = {
  play: async ({ canvas, userEvent }) => {
    await userEvent.tab();
    await expect(canvas.getByRole('button')).toHaveFocus();
  },
};
