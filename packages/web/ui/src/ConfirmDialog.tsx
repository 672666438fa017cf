import { AlertDialog as AlertPrimitive } from '@lectern/ui/primitives';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { Button } from './Button';
import { DialogActions } from './Dialog';
import { surface, veil } from './dialogStyles';
import { color, size, space } from './tokens';
import { useFocusReturn } from './useFocusReturn';

const AlertVeil = styled(AlertPrimitive.Overlay)`
  ${veil}
  /* Above everything that may request a confirmation, such as the progress overlay. */
  z-index: 53;
`;
const AlertSurface = styled(AlertPrimitive.Content)`
  ${surface}
  z-index: 54;
  width: min(440px, calc(100vw - 32px));
`;

const AlertTitle = styled.h2`
  font-size: ${size[18]};
  line-height: 1.4;
`;

const AlertText = styled(AlertPrimitive.Description)`
  margin-top: ${space[8]};
  color: ${color['ink-soft']};
  overflow-wrap: anywhere;
`;

export interface ConfirmDialogProps {
  isOpen: boolean;
  /** The question, such as 'Are you sure you want to logout?'. */
  question: string;
  /** The dialog's accessible name, if it is not the question. */
  title?: string | undefined;
  confirmLabel: string;
  cancelLabel?: string | undefined;
  isDestructive?: boolean | undefined;
  onAnswer: (confirmed: boolean) => void;
}

/**
 * Asks for confirmation before an action that cannot be undone. Remotes use the platform's `useConfirm`.
 *
 * @example
 * ```tsx
 * const pending = useAtomValue(confirmAtom);
 *
 * <ConfirmDialog
 *   isOpen={pending !== undefined}
 *   question={shown.question}
 *   confirmLabel={shown.confirmLabel}
 *   onAnswer={(confirmed) => pending?.answer(confirmed)}
 * />
 * ```
 */
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
          {title !== undefined && <AlertText>{question}</AlertText>}
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
