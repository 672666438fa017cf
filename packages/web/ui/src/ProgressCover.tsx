import { useEffectEvent, useId, useLayoutEffect, useRef, type ReactNode, type RefObject } from 'react';
import { createPortal } from 'react-dom';
import { styled } from 'styled-components';
import { Button } from './Button';
import { color, size, space } from './tokens';

const Cover = styled.div`
  position: fixed;
  inset: 0;
  /* Same level as the overlay. */
  z-index: 52;
  display: grid;
  place-content: center;
  justify-items: center;
  gap: ${space[24]};
  padding: ${space[24]};
  background: ${color.paper};
  color: ${color.ink};
  text-align: center;
  /* A dialog behind it disables pointer events for the whole page. */
  pointer-events: auto;
  h2 {
    font-size: ${size[28]};
  }
  &:focus {
    outline: none;
  }
`;

/** Makes everything behind the cover inert and focuses the cover. Elements that open later, such as a confirmation, stay usable. */
const useHeldFocus = (cover: RefObject<HTMLElement | null>): void => {
  useLayoutEffect(() => {
    const before = document.activeElement;
    const behind = [...document.body.children].filter((element) => element !== cover.current && !element.hasAttribute('inert'));
    for (const element of behind) element.setAttribute('inert', '');
    cover.current?.focus();
    return () => {
      for (const element of behind) element.removeAttribute('inert');
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, [cover]);
};

/** Escape cancels, and does not close a dialog behind the cover. It still closes a dialog that opened later. */
const useEscape = (cover: RefObject<HTMLElement | null>, onCancel: (() => void) | undefined): void => {
  const cancel = useEffectEvent(() => onCancel?.());
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const { target } = event;
      if (event.key !== 'Escape' || !(target === document.body || (target instanceof Node && cover.current?.contains(target)))) return;
      event.preventDefault();
      event.stopPropagation();
      cancel();
    };
    // Runs before the listeners of dialogs, which are on the document.
    addEventListener('keydown', press, true);
    return () => {
      removeEventListener('keydown', press, true);
    };
  }, [cover]);
};

export interface ProgressCoverProps {
  title: string;
  /** Shows "Cancel", which Escape also triggers. */
  onCancel?: (() => void) | undefined;
  /** The overlay's code could not be loaded. */
  hasFailed: boolean;
}

/** Covers and blocks the page until the code of `ProgressOverlay` is loaded. */
export const ProgressCover = ({ title, onCancel, hasFailed }: ProgressCoverProps): ReactNode => {
  const cover = useRef<HTMLDivElement>(null);
  const titleId = useId();
  useHeldFocus(cover);
  useEscape(cover, onCancel);
  return createPortal(
    <Cover ref={cover} role="dialog" aria-modal="true" aria-labelledby={titleId} tabIndex={-1}>
      <h2 id={titleId}>{title}</h2>
      {hasFailed && <p role="alert">The progress could not be loaded. It is still running.</p>}
      {onCancel && (
        <Button variant="secondary" onClick={onCancel}>
          Cancel
        </Button>
      )}
    </Cover>,
    document.body,
  );
};
