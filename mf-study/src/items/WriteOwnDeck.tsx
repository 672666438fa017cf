import { useLimits } from '@lectern/platform';
import { Button, Pencil } from '@lectern/ui';
import { useState, type ReactNode } from 'react';
import { OwnDeckDialog } from './OwnDeckDialog';

/** The button that makes a deck of the learner's own cards, with its dialog; at the limit the upgrade modal. */
export const WriteOwnDeck = (): ReactNode => {
  const { unlessAtLimit } = useLimits();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button
        variant="secondary"
        icon={<Pencil aria-hidden />}
        onClick={() => {
          unlessAtLimit('flashcards', () => {
            setIsOpen(true);
          });
        }}
      >
        Write Your Own
      </Button>
      {isOpen && (
        <OwnDeckDialog
          onClose={() => {
            setIsOpen(false);
          }}
        />
      )}
    </>
  );
};
