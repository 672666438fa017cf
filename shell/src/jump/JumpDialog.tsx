import type { NavigationManifest } from '@lectern/platform';
import { useLocation } from '@lectern/platform/router';
import { color, media, motion, radius, shadow, space, useFocusReturn, VisuallyHidden } from '@lectern/ui';
import { Dialog } from '@lectern/ui/primitives';
import { useRef, type ReactNode } from 'react';
import { keyframes, styled } from 'styled-components';
import { JumpPanel } from './JumpPanel';

const appear = keyframes`from { opacity: 0; }`;

const Veil = styled(Dialog.Overlay)`
  position: fixed;
  inset: 0;
  z-index: 50;
  background: ${color.veil};
  animation: ${appear} ${motion.overlay};
`;

/** At the top of the page, over the header's field. Results do not move the field. */
const Surface = styled(Dialog.Content)`
  position: fixed;
  z-index: 51;
  inset: 0 0 auto;
  display: flex;
  flex-direction: column;
  max-height: 100dvh;
  background: ${color.raised};
  color: ${color.ink};
  box-shadow: ${shadow.high};
  animation: ${appear} ${motion.overlay};
  @media ${media.medium} {
    inset: ${space[12]} 0 auto;
    width: min(600px, calc(100vw - 48px));
    max-height: calc(100dvh - 24px);
    margin: 0 auto;
    border: 1px solid ${color.line};
    border-radius: ${radius.card};
    overflow: hidden;
  }
`;

export interface JumpDialogProps {
  isOpen: boolean;
  onClose: () => void;
  navigation: readonly NavigationManifest[];
}

/** A dialog that finds and opens the learner's guides, folders, quizzes and decks, and the pages of the site. */
export const JumpDialog = ({ isOpen, onClose, navigation }: JumpDialogProps): ReactNode => {
  const { onOpenAutoFocus, onCloseAutoFocus } = useFocusReturn();
  const { pathname } = useLocation();
  const hasJumped = useRef(false);
  return (
    <Dialog.Root
      open={isOpen}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      <Dialog.Portal>
        <Veil />
        <Surface
          aria-describedby={undefined}
          onOpenAutoFocus={() => {
            hasJumped.current = false;
            onOpenAutoFocus();
          }}
          onCloseAutoFocus={(event) => {
            // The new page already has the focus.
            if (hasJumped.current) event.preventDefault();
            else onCloseAutoFocus(event);
          }}
        >
          <VisuallyHidden>
            <Dialog.Title>Jump to</Dialog.Title>
          </VisuallyHidden>
          <JumpPanel
            navigation={navigation}
            onJump={(path) => {
              hasJumped.current = path !== pathname;
              onClose();
            }}
          />
        </Surface>
      </Dialog.Portal>
    </Dialog.Root>
  );
};
