import { AlertDialog as AlertPrimitive, Dialog as Primitive } from '@lectern/ui/primitives';
import { useRef, type ReactNode } from 'react';
import { css, keyframes, styled } from 'styled-components';
import { Button } from './Button';
import { IconButton } from './IconButton';
import { X } from './icons';
import { color, media, motion, radius, shadow, size, space } from './tokens';

const fade = keyframes`from { opacity: 0; }`;
const rise = keyframes`from { opacity: 0; transform: translate(-50%, -48%); }`;
const slide = keyframes`from { transform: translateY(100%); }`;

const veil = css`
  position: fixed;
  inset: 0;
  z-index: 50;
  background: ${color.veil};
  animation: ${fade} ${motion.overlay};
`;

const surface = css`
  position: fixed;
  z-index: 51;
  left: 50%;
  top: 50%;
  transform: translate(-50%, -50%);
  display: flex;
  flex-direction: column;
  width: min(520px, calc(100vw - 32px));
  max-height: calc(100dvh - 64px);
  overflow-y: auto;
  padding: ${space[24]};
  border: 1px solid ${color.line};
  border-radius: ${radius.card};
  background: ${color.raised};
  color: ${color.ink};
  box-shadow: ${shadow.high};
  animation: ${rise} ${motion.overlay};
  &:focus {
    outline: none;
  }
  @media ${media.small} {
    left: 0;
    top: auto;
    bottom: 0;
    transform: none;
    width: 100%;
    max-height: calc(100dvh - 48px);
    padding-bottom: calc(${space[24]} + env(safe-area-inset-bottom));
    border-radius: ${radius.card} ${radius.card} 0 0;
    animation-name: ${slide};
  }
`;

const Veil = styled(Primitive.Overlay)`
  ${veil}
`;
const Surface = styled(Primitive.Content)<{ $isWide: boolean }>`
  ${surface}
  ${({ $isWide }) =>
    $isWide &&
    css`
      @media ${media.medium} {
        width: min(760px, calc(100vw - 32px));
      }
    `}
`;
const AlertVeil = styled(AlertPrimitive.Overlay)`
  ${veil}
`;
const AlertSurface = styled(AlertPrimitive.Content)`
  ${surface}
  width: min(440px, calc(100vw - 32px));
`;

const Head = styled.div`
  display: flex;
  align-items: flex-start;
  justify-content: space-between;
  gap: ${space[16]};
  margin-bottom: ${space[16]};
  h2 {
    padding-top: 4px;
    font-size: ${size[22]};
  }
`;

const AlertTitle = styled.h2`
  font-size: ${size[18]};
  line-height: 1.4;
`;

const Explanation = styled.p`
  margin-bottom: ${space[16]};
  color: ${color['ink-soft']};
`;

/** The row of buttons at a dialog's foot: cancelling first, the verb last. */
export const DialogActions = styled.div`
  display: flex;
  flex-wrap: wrap;
  justify-content: flex-end;
  gap: ${space[12]};
  margin-top: ${space[24]};
  @media ${media.small} {
    > * {
      flex: 1;
    }
  }
`;

/** What has the focus; in a menu, which is about to close, the button that opened it. */
const focused = (): HTMLElement | undefined => {
  const menu = document.activeElement?.closest('[role=menu]');
  const element = menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : document.activeElement;
  return element instanceof HTMLElement ? element : undefined;
};

/** Dialogs here open without a trigger of their own, and the primitives return the focus to a trigger only. For a dialog's content. */
export const useFocusReturn = (): { onOpenAutoFocus: () => void; onCloseAutoFocus: (event: Event) => void } => {
  const before = useRef<HTMLElement | undefined>(undefined);
  return {
    onOpenAutoFocus: () => {
      before.current = focused();
    },
    onCloseAutoFocus: (event) => {
      event.preventDefault();
      before.current?.focus();
    },
  };
};

/** A dialog with something to fill in begins there, not at its button to close. */
const focusField = (event: Event): void => {
  const field = event.currentTarget instanceof HTMLElement && event.currentTarget.querySelector<HTMLElement>('input, select, textarea');
  if (!field) return;
  event.preventDefault();
  field.focus();
};

/** What lies above dialogs (the line about slow calls) is not beside them: a press on it leaves the dialog open. */
const isAboveDialogs = ({ target }: Event): boolean => target instanceof Element && target.closest('[data-above-dialogs]') !== null;

export interface DialogProps {
  isOpen: boolean;
  onClose: () => void;
  /** The dialog's name. */
  title: string;
  description?: ReactNode;
  isWide?: boolean;
  children?: ReactNode;
}

/** A dialog; below 720 px a sheet. Focus stays inside and returns to where it was. */
export const Dialog = ({ isOpen, onClose, title, description, isWide = false, children }: DialogProps): ReactNode => {
  const focusReturn = useFocusReturn();
  return (
    <Primitive.Root
      open={isOpen}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      <Primitive.Portal>
        <Veil />
        <Surface
          $isWide={isWide}
          {...focusReturn}
          onOpenAutoFocus={(event) => {
            focusReturn.onOpenAutoFocus();
            focusField(event);
          }}
          onInteractOutside={(event) => {
            const { originalEvent } = event.detail;
            if (isAboveDialogs(originalEvent)) event.preventDefault();
          }}
          {...(!description && { 'aria-describedby': undefined })}
        >
          <Head>
            <Primitive.Title>{title}</Primitive.Title>
            <Primitive.Close asChild>
              <IconButton label="Close">
                <X aria-hidden />
              </IconButton>
            </Primitive.Close>
          </Head>
          {description && (
            <Primitive.Description asChild>
              <Explanation as="div">{description}</Explanation>
            </Primitive.Description>
          )}
          {children}
        </Surface>
      </Primitive.Portal>
    </Primitive.Root>
  );
};

export interface ConfirmDialogProps {
  isOpen: boolean;
  /** The question, in the specification's words. */
  question: string;
  /** The dialog's name, when it is not the question. */
  title?: string | undefined;
  confirmLabel: string;
  cancelLabel?: string | undefined;
  isDestructive?: boolean | undefined;
  onAnswer: (confirmed: boolean) => void;
}

/** A question before something that cannot be taken back. Remotes ask through the platform's `useConfirm`. */
export const ConfirmDialog = ({
  isOpen,
  question,
  title,
  confirmLabel,
  cancelLabel = 'Cancel',
  isDestructive = false,
  onAnswer,
}: ConfirmDialogProps): ReactNode => {
  const focusReturn = useFocusReturn();
  return (
    <AlertPrimitive.Root
      open={isOpen}
      onOpenChange={(open) => {
        if (!open) onAnswer(false);
      }}
    >
      <AlertPrimitive.Portal>
        <AlertVeil />
        <AlertSurface {...focusReturn} {...(title === undefined && { 'aria-describedby': undefined })}>
          <AlertPrimitive.Title asChild>
            <AlertTitle>{title ?? question}</AlertTitle>
          </AlertPrimitive.Title>
          {title !== undefined && <AlertPrimitive.Description>{question}</AlertPrimitive.Description>}
          <DialogActions>
            <AlertPrimitive.Cancel asChild>
              <Button variant="secondary">{cancelLabel}</Button>
            </AlertPrimitive.Cancel>
            <AlertPrimitive.Action asChild>
              <Button
                variant={isDestructive ? 'danger' : 'primary'}
                onClick={() => {
                  onAnswer(true);
                }}
              >
                {confirmLabel}
              </Button>
            </AlertPrimitive.Action>
          </DialogActions>
        </AlertSurface>
      </AlertPrimitive.Portal>
    </AlertPrimitive.Root>
  );
};
