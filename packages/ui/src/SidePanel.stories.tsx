import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { useRef, useState, type ReactNode } from 'react';
import { expect, waitFor, within } from 'storybook/test';
import { Button } from './Button';
import { SidePanel } from './SidePanel';

const Page = ({ isOver = false }: { isOver?: boolean }): ReactNode => {
  const [isOpen, setIsOpen] = useState(false);
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
        isOpen={isOpen}
        isOver={isOver}
        onClose={() => {
          setIsOpen(false);
        }}
        title="Source: slide 4"
        returnFocus={() => opener.current ?? undefined}
      >
        <p>Glycolysis is the splitting of glucose.</p>
      </SidePanel>
    </main>
  );
};

const meta = { title: 'Design system/Side panel', component: Page } satisfies Meta<typeof Page>;
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

export const OverThePage: Story = { args: { isOver: true }, ...Open };
