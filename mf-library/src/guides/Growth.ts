import { calls, type StudyMaterial } from '@lectern/contracts';
import { call, isAbsent } from '@lectern/platform';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, type ReactNode, type RefObject } from 'react';
import { libraryChanges } from '../shared/libraryChanges';
import { isGrowing } from './growthState';
import { readingLine, type Section } from './reading/useSections';

/** Polling interval in milliseconds. */
const pollMs = 4_000;

/** Whether the learner has selected text in the guide. New text would clear the selection. */
const hasSelection = (body: HTMLElement | null): boolean => {
  const selection = getSelection();
  return selection !== null && !selection.isCollapsed && body?.contains(selection.anchorNode) === true;
};

/** The heading above the reading line, and its position in the window. */
interface Anchor {
  id: string;
  top: number;
}

const anchorOf = (sections: readonly Section[]): Anchor | undefined => {
  const tops = sections.flatMap(({ id }) => {
    const top = document.getElementById(id)?.getBoundingClientRect().top;
    return top === undefined ? [] : [{ id, top }];
  });
  return tops.findLast(({ top }) => top <= readingLine);
};

export interface GrowthProps {
  guide: StudyMaterial;
  /** The text's element. */
  body: RefObject<HTMLElement | null>;
  sections: readonly Section[];
}

/**
 * Polls a guide while its sections are being written. Keeps the scroll position and any selection. Pauses while the page is hidden. Renders
 * nothing. Loaded only for guides that are still growing.
 */
export const Growth = ({ guide, body, sections }: GrowthProps): ReactNode => {
  const anchor = useRef<Anchor>(undefined);
  const isOn = isGrowing(guide);
  const id = guide._id;
  const show = useEffectEvent((next: StudyMaterial): void => {
    if (hasSelection(body.current)) return;
    // If the text is unchanged, nothing moves.
    if (next.processedContent.markdownContent !== guide.processedContent.markdownContent) anchor.current = anchorOf(sections);
    libraryChanges.guideGrown(next);
  });
  useEffect(() => {
    if (!isOn) return;
    let isOver = false;
    let isReading = false;
    const read = async (): Promise<void> => {
      if (isReading || document.visibilityState === 'hidden' || hasSelection(body.current)) return;
      isReading = true;
      try {
        const next = await call(calls.getStudyMaterial, { path: { id }, hasOwnProgress: true });
        if (!isOver) show(next);
      } catch (error) {
        // Deleted elsewhere. Any other failure is retried.
        if (isAbsent(error)) clearInterval(timer);
      } finally {
        isReading = false;
      }
    };
    const timer = setInterval(() => void read(), pollMs);
    return () => {
      isOver = true;
      clearInterval(timer);
    };
  }, [isOn, id, body]);
  // Runs before the paint, once the sections of the new text are known.
  useLayoutEffect(() => {
    const before = anchor.current;
    anchor.current = undefined;
    const top = before && document.getElementById(before.id)?.getBoundingClientRect().top;
    if (before && top !== undefined && top !== before.top) scrollBy({ top: top - before.top, behavior: 'instant' });
  }, [sections]);
  return null;
};
