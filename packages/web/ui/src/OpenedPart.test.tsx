import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState, type ComponentType } from 'react';
import { OpenedPart } from './OpenedPart';

interface PartProps {
  isOpen: boolean;
  onClose: () => void;
}
const Part = ({ isOpen }: PartProps) => (isOpen ? <p>the part</p> : null);
const load = jest.fn<Promise<ComponentType<PartProps>>, []>(() => Promise.resolve(Part));

const Page = () => {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        onClick={() => {
          setIsOpen(true);
        }}
      >
        Open
      </button>
      <output>{String(isOpen)}</output>
      <OpenedPart
        load={load}
        props={{
          isOpen,
          onClose: () => {
            setIsOpen(false);
          },
        }}
      />
    </>
  );
};

test('a failed load closes with a message, and the next opening tries again', async () => {
  const logged = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  load.mockRejectedValueOnce(new Error('no network'));
  render(<Page />);
  expect(load).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button'));
  expect(await screen.findByRole('alert')).toBeVisible();
  expect(screen.getByRole('status')).toHaveTextContent('false');
  await userEvent.click(screen.getByRole('button'));
  expect(await screen.findByText('the part')).toBeVisible();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  logged.mockRestore();
});
