import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { useRef, useState, type ReactNode } from 'react';
import { expect, fn, waitFor, within } from 'storybook/test';
import { Button } from './Button';
import { SidePanel, type SidePanelProps } from './SidePanel';

const Page = ({ isOpen: isOpenAtFirst, ...rest }: SidePanelProps): ReactNode => {
  const [isOpen, setIsOpen] = useState(isOpenAtFirst);
  const opener = useRef<HTMLButtonElement>(null);
  return (
    <main>
      <h1>Cell respiration</h1>
      <Button
        ref={opener}
        onClick={() => {
          setIsOpen(true);
        }}
      >
        Show the source
      </Button>
      <SidePanel
        {...rest}
        isOpen={isOpen}
        onClose={() => {
          setIsOpen(false);
        }}
        returnFocus={() => opener.current ?? undefined}
      />
    </main>
  );
};

const meta = {
  title: 'Components/SidePanel',
  component: SidePanel,
  parameters: { docs: { story: { inline: false, height: '420px' } } },
  args: {
    isOpen: false,
    title: 'Source: slide 4',
    children: <p>Glycolysis is the splitting of glucose.</p>,
    onClose: fn(),
    returnFocus: () => undefined,
  },
  render: (args) => <Page {...args} />,
} satisfies Meta<typeof SidePanel>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Open: Story = {
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Show the source' }));
    const shown = await within(document.body).findByRole('dialog', { name: 'Source: slide 4' });
    await waitFor(() => expect(shown).toBeVisible());
  },
};

export const ClosedByEscape: Story = {
  play: async ({ canvas, userEvent }) => {
    const opener = canvas.getByRole('button', { name: 'Show the source' });
    await userEvent.click(opener);
    await within(document.body).findByRole('dialog');
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(opener).toHaveFocus());
  },
};

export const WithFoot: Story = {
  args: {
    children: Array.from({ length: 24 }, (_, index) => <p key={index}>Glycolysis is the splitting of glucose.</p>),
    foot: <Button variant="secondary">Next</Button>,
  },
  ...Open,
};

export const OverThePage: Story = { args: { isOver: true }, ...Open };
