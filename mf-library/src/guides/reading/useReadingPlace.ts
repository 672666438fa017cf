import type { StudyMaterial } from '@lectern/contracts';
import { readPlace, rememberPlace } from '@lectern/platform';
import { useEffect, useRef, type RefObject } from 'react';
import { loadPlace, savePlace } from './keptPlace';
import { isSameSpot, placeOnPage, scrollToPlace, type PlaceInText } from './placeOnPage';
import { addressed, type Section } from './useSections';

/** The place is saved after this time without scrolling. Milliseconds. */
const pauseMs = 1_000;

interface Reading {
  guide: StudyMaterial;
  sections: readonly Section[];
}

/** Stores the place for the dashboard's "Continue". `unsavedSince` is set while the place is not saved to the account. */
const remember = ({ guide, sections }: Reading, { section, part }: PlaceInText, unsavedSince: number | undefined): void => {
  const position = sections.find(({ id }) => id === section)?.text ?? 'At the beginning';
  rememberPlace({
    ...{ kind: 'guide', id: guide._id, title: guide.title, position, part },
    ...(section !== '' && { anchor: section }),
    ...(unsavedSince !== undefined && { unsavedSince }),
  });
};

/** Tracks the reading position of one guide. */
const followReading = (id: string, reading: () => Reading, body: RefObject<HTMLElement | null>): (() => void) => {
  /** Undefined until the saved place is loaded. */
  let known: PlaceInText | undefined;
  let unsavedSince: number | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOpen = true;

  const placeNow = (): PlaceInText | undefined => (body.current ? placeOnPage(body.current, reading().sections) : undefined);
  const keep = (): void => {
    clearTimeout(timer);
    if (known && unsavedSince !== undefined) remember(reading(), known, unsavedSince);
    unsavedSince = undefined;
    void savePlace(id);
  };
  const follow = (): void => {
    const place = placeNow();
    if (!known || !place || document.visibilityState === 'hidden' || isSameSpot(place, known)) return;
    known = place;
    unsavedSince = Date.now();
    clearTimeout(timer);
    timer = setTimeout(keep, pauseMs);
  };
  const keepIfHidden = (): void => {
    if (document.visibilityState === 'hidden') keep();
  };
  const open = async (): Promise<void> => {
    const kept = await loadPlace(id);
    const article = body.current;
    if (!isOpen || !article) return;
    const { sections } = reading();
    const isElsewhere = scrollY > 0 || sections.some((section) => section.id === addressed());
    if (kept && !isElsewhere) scrollToPlace(article, sections, kept);
    known = (isElsewhere ? kept : placeNow()) ?? { section: '', part: 0 };
    remember(reading(), known, readPlace({ kind: 'guide', id })?.unsavedSince);
    if (isElsewhere) follow();
  };

  void open();
  addEventListener('scroll', follow, { passive: true });
  addEventListener('online', keep);
  addEventListener('pagehide', keep);
  document.addEventListener('visibilitychange', keepIfHidden);
  return () => {
    isOpen = false;
    removeEventListener('scroll', follow);
    removeEventListener('online', keep);
    removeEventListener('pagehide', keep);
    document.removeEventListener('visibilitychange', keepIfHidden);
    keep();
  };
};

/**
 * Opens a guide at the learner's last reading position on any device, unless the address names a section or the learner scrolls before the
 * position is known. Saves the position after a pause and when the page is left.
 */
export const useReadingPlace = (guide: StudyMaterial, body: RefObject<HTMLElement | null>, sections: readonly Section[]): void => {
  const reading = useRef<Reading>({ guide, sections });
  useEffect(() => {
    reading.current = { guide, sections };
  }, [guide, sections]);
  const id = guide._id;
  useEffect(() => followReading(id, () => reading.current, body), [id, body]);
};
