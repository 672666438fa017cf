import { Dialog as Primitive } from '@lectern/ui/primitives';
import type { ReactNode } from 'react';
import { css, styled } from 'styled-components';
import type { DialogProps } from './DialogProps';
import { surface, surfaceHead, veil } from './dialogStyles';
import { IconButton } from './IconButton';
import { X } from './icons';
import { color, media, size, space } from './tokens';
import { useFocusReturn } from './useFocusReturn';

const Veil = styled(Primitive.Overlay)`
  ${veil}
`;
const Surface = styled(Primitive.Content)<{ $isWide: boolean; $isFull: boolean }>`
  ${surface}
  padding-top: 0;
  ${({ $isWide }) =>
    $isWide &&
    css`
      @media ${media.medium} {
        width: min(760px, calc(100vw - 32px));
      }
    `}
  ${({ $isFull }) =>
    $isFull &&
    css`
      @media ${media.medium} {
        width: max-content;
        min-width: 360px;
        max-width: min(1280px, calc(100vw - 32px));
      }
      @media ${media.small} {
        top: 0;
        max-height: none;
        --inset: ${space[16]};
        padding-bottom: calc(var(--inset) + env(safe-area-inset-bottom));
        border: 0;
        border-radius: 0;
      }
    `}
`;
const Head = styled.div`
  ${surfaceHead}
  h2 {
    font-size: ${size[22]};
  }
  @media ${media.small} {
    h2 {
      font-size: ${size[18]};
    }
  }
`;

const Explanation = styled.p`
  margin-bottom: ${space[16]};
  color: ${color['ink-soft']};
`;

/** Focuses the first field of a form, not the close button. */
const focusField = (event: Event): void => {
  const field = event.currentTarget instanceof HTMLElement && event.currentTarget.querySelector<HTMLElement>('input, select, textarea');
  if (!field) return;
  event.preventDefault();
  field.focus();
};

/** Whether a press is on an element above dialogs (the notice about slow calls). It must not close the dialog. */
const isAboveDialogs = ({ target }: Event): boolean => target instanceof Element && target.closest('[data-above-dialogs]') !== null;

/** The lazily loaded content of a `Dialog`. */
export const DialogSurface = ({
  isOpen,
  onClose,
  title,
  description,
  isWide = false,
  isFull = false,
  children,
}: DialogProps): ReactNode => {
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
          $isFull={isFull}
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
