import { useLimits } from '@lectern/platform';
import { useState, type ReactNode } from 'react';
import { OwnDeckDialog } from './OwnDeckDialog';

/** Making a deck of the learner's own cards: `open` shows its dialog, or at the limit the upgrade modal. */
export const useOwnDeck = (): { open: () => void; dialog: ReactNode } => {
  const { unlessAtLimit } = useLimits();
  const [isOpen, setIsOpen] = useState(false);
  const close = (): void => {
    setIsOpen(false);
  };
  return {
    open: () => {
      unlessAtLimit('flashcards', () => {
        setIsOpen(true);
      });
    },
    dialog: isOpen && <OwnDeckDialog onClose={close} />,
  };
};
