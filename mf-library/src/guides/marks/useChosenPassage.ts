import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';
import { guideTextIn, passageOf, type Passage } from './passageOf';

/** Words of the guide that the learner has selected. */
export interface Chosen extends Passage {
  /** The end of the selection, in pixels from the left and the top of the page. */
  left: number;
  bottom: number;
}

export interface ChosenPassage {
  chosen: Chosen | undefined;
  /** Clears the selection. */
  clear: () => void;
  /** Keeps `chosen` while held, even if a press on the bar ends the selection. `clear` also releases it. */
  hold: (isHeld: boolean) => void;
}

const chosenOf = (body: HTMLElement | null): Chosen | undefined => {
  const selection = getSelection();
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return undefined;
  const range = selection.getRangeAt(0).cloneRange();
  if (!body?.contains(range.startContainer)) return undefined;
  // A triple click on the last paragraph extends the selection beyond the guide.
  if (!body.contains(range.endContainer)) range.setEnd(body, body.childNodes.length);
  const passage = passageOf(body, range);
  if (!passage) return undefined;
  const { left, bottom } = range.getBoundingClientRect();
  return { ...passage, left: left + scrollX, bottom: bottom + scrollY };
};

/** Tracks the selection in `body`. A mouse selection counts when the button is released, any other immediately. */
export const useChosenPassage = (body: RefObject<HTMLElement | null>): ChosenPassage => {
  const [chosen, setChosen] = useState<Chosen>();
  const isHeld = useRef(false);
  useEffect(() => {
    let frame = 0;
    let isMouseDown = false;
    const look = (): void => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => {
        if (isMouseDown || isHeld.current) return;
        setChosen(chosenOf(guideTextIn(body.current)));
      });
    };
    const press = ({ pointerType }: PointerEvent): void => {
      isMouseDown = pointerType === 'mouse';
    };
    const release = (): void => {
      isMouseDown = false;
      look();
    };
    document.addEventListener('selectionchange', look);
    document.addEventListener('pointerdown', press);
    document.addEventListener('pointerup', release);
    document.addEventListener('pointercancel', release);
    // Words may have been selected before.
    look();
    return () => {
      cancelAnimationFrame(frame);
      document.removeEventListener('selectionchange', look);
      document.removeEventListener('pointerdown', press);
      document.removeEventListener('pointerup', release);
      document.removeEventListener('pointercancel', release);
    };
  }, [body]);
  const clear = useCallback(() => {
    isHeld.current = false;
    getSelection()?.removeAllRanges();
    setChosen(undefined);
  }, []);
  const hold = useCallback((held: boolean) => {
    isHeld.current = held;
  }, []);
  return { chosen, clear, hold };
};
