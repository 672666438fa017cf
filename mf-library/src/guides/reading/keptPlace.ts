import { calls } from '@lectern/contracts';
import { call, notePlaceSaved, readPlace, type Place } from '@lectern/platform';
import type { PlaceInText } from './placeOnPage';

/** The longest time that the service takes. Seconds. */
const longestAgo = 366 * 24 * 3_600;

const inBrowser = (id: string): Place | undefined => readPlace({ kind: 'guide', id });

const inText = ({ anchor = '', part = 0 }: Place): PlaceInText => ({ section: anchor, part });

/** Sends the place that only this browser has. @returns the place that the account keeps, which may be that of another device */
const send = async (id: string, place: Place, unsavedSince: number): Promise<PlaceInText | null> => {
  const secondsAgo = Math.min(longestAgo, Math.max(0, Math.round((Date.now() - unsavedSince) / 1_000)));
  const kept = await call(calls.updateReadingPlace, { path: { id }, body: { ...inText(place), secondsAgo }, outlivesPage: true });
  notePlaceSaved({ kind: 'guide', id, unsavedSince });
  return kept.place;
};

/**
 * Sends what the account does not have yet. A failure is silent: the place stays in the browser, and is sent when the learner reads on or opens the
 * guide again.
 */
export const savePlace = async (id: string): Promise<void> => {
  const place = inBrowser(id);
  if (place?.unsavedSince === undefined) return;
  await send(id, place, place.unsavedSince).catch(() => undefined);
};

/** Where the learner stopped reading on any device; without a connection, in this browser. */
export const loadPlace = async (id: string): Promise<PlaceInText | undefined> => {
  const own = inBrowser(id);
  try {
    const kept =
      own?.unsavedSince === undefined ? (await call(calls.getReadingPlace, { path: { id } })).place : await send(id, own, own.unsavedSince);
    return kept ?? undefined;
  } catch {
    return own && inText(own);
  }
};
