import { calls } from '@lectern/contracts';
import { call, notePlaceSaved, readPlace, type Place } from '@lectern/platform';
import type { PlaceInText } from './placeOnPage';

/** The maximum age that the service accepts. Seconds. */
const longestAgo = 366 * 24 * 3_600;

const inBrowser = (id: string): Place | undefined => readPlace({ kind: 'guide', id });

const inText = ({ anchor = '', part = 0 }: Place): PlaceInText => ({ section: anchor, part });

/** Sends the place that only this browser has. @returns the account's place, which may come from another device */
const send = async (id: string, place: Place, unsavedSince: number): Promise<PlaceInText | null> => {
  const secondsAgo = Math.min(longestAgo, Math.max(0, Math.round((Date.now() - unsavedSince) / 1_000)));
  const kept = await call(calls.updateReadingPlace, { path: { id }, body: { ...inText(place), secondsAgo }, outlivesPage: true });
  notePlaceSaved({ kind: 'guide', id, unsavedSince });
  return kept.place;
};

/**
 * Sends the unsaved place. Ignores failures: the place stays in the browser and is sent when the learner continues reading or reopens the
 * guide.
 */
export const savePlace = async (id: string): Promise<void> => {
  const place = inBrowser(id);
  if (place?.unsavedSince === undefined) return;
  await send(id, place, place.unsavedSince).catch(() => undefined);
};

/** Loads the learner's last reading position across devices. Without a connection, the one of this browser. */
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
