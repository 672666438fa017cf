import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { ConfirmDialog } from './ConfirmDialog';
import { Dialog } from './Dialog';
import { Menu } from './Menu';

const Page = () => {
  const [open, setOpen] = useState<'dialog' | 'question'>();
  return (
    <>
      <button onClick={() => setOpen('dialog')}>Create Folder</button>
      <Menu title="Biology" entries={[{ label: 'Delete Folder', onSelect: () => setOpen('question') }]} />
      <Dialog isOpen={open === 'dialog'} onClose={() => setOpen(undefined)} title="Create Folder">
        <input aria-label="Folder Name" />
      </Dialog>
      <ConfirmDialog isOpen={open === 'question'} question="Are you sure?" confirmLabel="Delete" onAnswer={() => setOpen(undefined)} />
    </>
  );
};

test('a dialog focuses its first field, closes on Escape, and returns the focus to what opened it', async () => {
  render(<Page />);
  const opener = screen.getByRole('button', { name: 'Create Folder' });
  await userEvent.click(opener);
  expect(await screen.findByRole('dialog', { name: 'Create Folder' })).toBeVisible();
  expect(screen.getByLabelText('Folder Name')).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(opener).toHaveFocus();
});

test('a confirmation opened from a menu returns the focus to the menu’s button', async () => {
  render(<Page />);
  const options = screen.getByRole('button', { name: 'Options for Biology' });
  await userEvent.click(options);
  await userEvent.click(screen.getByRole('menuitem', { name: 'Delete Folder' }));
  expect(await screen.findByRole('alertdialog', { name: 'Are you sure?' })).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(screen.getByRole('button', { name: 'Options for Biology' })).toHaveFocus();
});
