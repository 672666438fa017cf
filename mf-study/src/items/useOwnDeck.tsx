import { useLimits } from '@lectern/platform';
import { useState, type ReactNode } from 'react';
import { OwnDeckDialog } from './OwnDeckDialog';

/** Creates a deck for the learner's own cards. `open` shows the dialog, or the upgrade modal at the limit. */
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
