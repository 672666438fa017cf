import { useCallback, useEffect, useMemo, useRef, useState, type ReactNode, type RefObject } from 'react';
import { keyframes, styled } from 'styled-components';
import { Button } from './Button';
import { IconButton } from './IconButton';
import { Check, X } from './icons';
import { Notice } from './Notice';
import { color, measure, media, motion, shadow, space } from './tokens';

const appear = keyframes`from { opacity: 0; transform: translateY(8px); }`;

/** Fixed at the bottom of the window, so that it does not move the page. */
const Place = styled.div`
  position: fixed;
  z-index: 20;
  left: 0;
  right: 0;
  bottom: ${space[24]};
  width: fit-content;
  max-width: min(560px, calc(100vw - 32px));
  margin-inline: auto;
  overflow-wrap: anywhere;
  &:focus {
    outline: none;
  }
  > div {
    flex-wrap: nowrap;
    border: 1px solid ${color.line};
    box-shadow: ${shadow.high};
    animation: ${appear} ${motion.overlay};
    /* Keeps the buttons next to the text. */
    > div {
      flex-basis: auto;
      min-width: 0;
    }
  }
  @media ${media.small} {
    width: auto;
    margin-inline: ${space[16]};
    bottom: calc(${measure.bottomBar} + ${space[12]} + env(safe-area-inset-bottom));
  }
  @media print {
    display: none;
  }
`;
const Buttons = styled.span`
  display: flex;
  align-items: center;
  gap: ${space[4]};
`;

interface Offer {
  text: string;
  /** Undoes the action. Resolves to false after a failure. Undefined if there is nothing to undo. */
  undo?: (() => Promise<boolean>) | undefined;
}

export interface UndoLine {
  /** Shows a notice about an action, with "Undo". */
  offer: (text: string, undo: () => Promise<boolean>) => void;
  /** Removes the notice. Call it when another action begins. */
  clear: () => void;
}

/** How long "Undone" is shown. Milliseconds. */
const answerMs = 6_000;

/**
 * Removes the answer "Undone" after a while, because it would otherwise cover the page until another action begins. The focus stays in its
 * place.
 */
const useEndOfAnswer = (isAnswered: boolean, place: RefObject<HTMLElement | null>, clear: () => void): void => {
  useEffect(() => {
    if (!isAnswered) return;
    const timer = setTimeout(() => {
      if (place.current?.contains(document.activeElement)) place.current.focus();
      clear();
    }, answerMs);
    return () => {
      clearTimeout(timer);
    };
  }, [isAnswered, place, clear]);
};

/**
 * A notice that says what was just done and offers "Undo", until the next action or until the page is left.
 *
 * @example
 * ```tsx
 * const { undoLine, line } = useUndoLine();
 * const add = async (guide: Titled, folder: Folder): Promise<void> => {
 *   undoLine.clear();
 *   if (await put(guide, folder)) undoLine.offer(`“${guide.title}” is in “${folder.name}” now.`, () => pull(guide, folder));
 * };
 * return <>{list}{line}</>;
 * ```
 */
export const useUndoLine = (): { undoLine: UndoLine; line: ReactNode } => {
  const [shown, setShown] = useState<Offer>();
  const [isBusy, setIsBusy] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const clear = useCallback(() => {
    setShown(undefined);
  }, []);
  const offer = useCallback((text: string, undo: () => Promise<boolean>) => {
    setShown({ text, undo });
  }, []);
  const undoLine = useMemo(() => ({ offer, clear }), [offer, clear]);

  useEndOfAnswer(shown !== undefined && !shown.undo, place, clear);

  const undo = async (): Promise<void> => {
    if (!shown?.undo) return;
    setIsBusy(true);
    // The button disappears. Its container takes the focus, so that the keyboard does not start at the top of the page.
    place.current?.focus();
    const isBack = await shown.undo();
    setIsBusy(false);
    setShown((current) => (isBack && current === shown ? { text: 'Undone. Everything is as it was.' } : current));
  };

  const line = (
    <Place role="status" ref={place} tabIndex={-1}>
      {shown && (
        <Notice
          tone="neutral"
          icon={<Check aria-hidden />}
          action={
            <Buttons>
              {shown.undo && (
                <Button variant="quiet" isBusy={isBusy} onClick={() => void undo()}>
                  Undo
                </Button>
              )}
              <IconButton
                label="Dismiss"
                onClick={() => {
                  clear();
                  place.current?.focus();
                }}
              >
                <X aria-hidden />
              </IconButton>
            </Buttons>
          }
        >
          {shown.text}
        </Notice>
      )}
    </Place>
  );
  return { undoLine, line };
};
