import { browserStorage } from '@lectern/platform';
import { isRecord } from '@lectern/contracts';
import { useLocation, useNavigationType } from '@lectern/platform/router';
import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';

/** How long to wait for a page to reach its former height. Milliseconds. */
const patienceMs = 3_000;

const storageKey = 'lectern.place';

/** The scroll position before the page was reloaded or left for another site. 0 for a page that was not open in this tab. */
const placeBeforeReload = (key: string): number => {
  const kept = browserStorage.session.readJson(storageKey);
  if (!isRecord(kept) || kept['key'] !== key || kept['address'] !== location.href) return 0;
  return typeof kept['place'] === 'number' ? kept['place'] : 0;
};

/** Scrolls once the page is tall enough, unless the learner scrolls first. @returns a function that stops waiting */
const scrollWhenGrown = (place: number): (() => void) => {
  const growth = new ResizeObserver(() => {
    scrollTo(0, place);
    if (scrollY >= place - 1) stop();
  });
  const timer = setTimeout(() => {
    stop();
  }, patienceMs);
  const stop = (): void => {
    growth.disconnect();
    clearTimeout(timer);
    for (const event of ['wheel', 'touchstart', 'keydown'] as const) removeEventListener(event, stop);
  };
  for (const event of ['wheel', 'touchstart', 'keydown'] as const) addEventListener(event, stop, { passive: true });
  growth.observe(document.body);
  return stop;
};

/**
 * Restores scroll position and focus. A new page starts at its top with the focus on `main`. A page reached by back or forward, or by a
 * reload, is scrolled to its former position once it is tall enough.
 */
export const usePlaceOnPage = (main: RefObject<HTMLElement | null>): void => {
  const { key, pathname } = useLocation();
  const kind = useNavigationType();
  const places = useRef(new Map<string, number>());
  const previous = useRef({ key, pathname });

  const firstKey = useRef(key);
  useEffect(() => {
    history.scrollRestoration = 'manual';
    const place = placeBeforeReload(firstKey.current);
    return place > 0 ? scrollWhenGrown(place) : undefined;
  }, []);

  useEffect(() => {
    const keep = (): void => {
      browserStorage.session.writeJson(storageKey, { key, address: location.href, place: scrollY });
    };
    addEventListener('pagehide', keep);
    return () => {
      removeEventListener('pagehide', keep);
    };
  }, [key]);

  useEffect(() => {
    const note = (): void => {
      places.current.set(key, scrollY);
    };
    addEventListener('scroll', note, { passive: true });
    return () => {
      removeEventListener('scroll', note);
    };
  }, [key]);

  useLayoutEffect(() => {
    const before = previous.current;
    previous.current = { key, pathname };
    if (before.key === key) return;
    const isSamePage = before.pathname === pathname;
    const place = kind === 'POP' ? (places.current.get(key) ?? 0) : 0;
    // Updating the address with a search text or a tab must not scroll.
    if (isSamePage && kind !== 'POP') return;
    scrollTo(0, place);
    if (!isSamePage) main.current?.focus({ preventScroll: true });
    if (place === 0 || scrollY >= place - 1) return;
    return scrollWhenGrown(place);
  }, [key, pathname, kind, main]);
};
