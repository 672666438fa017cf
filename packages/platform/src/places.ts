import { isRecord } from '@lectern/contracts';
import { browserStorage } from './browserStorage';
import { getSession } from './session';

/** Where a learner stopped reading or answering, to continue there from the dashboard. */
export interface Place {
  kind: 'guide' | 'quiz' | 'deck';
  /** Of the guide, quiz or deck. */
  id: string;
  title: string;
  /** The address, with what leads to the place: `/study-materials/g1#section-topics`. */
  to: string;
  /** The place in words: 'Question 3 of 10', 'Glycolysis'. */
  detail: string;
}

const storageKey = 'lectern.places';
/** The dashboard shows fewer; some may be finished or deleted meanwhile. */
const mostPlaces = 8;

const kinds: ReadonlySet<unknown> = new Set<Place['kind']>(['guide', 'quiz', 'deck']);
const isPlace = (value: unknown): value is Place =>
  isRecord(value) &&
  kinds.has(value['kind']) &&
  ['id', 'title', 'to', 'detail'].every((field) => typeof value[field] === 'string') &&
  /^\/(?!\/)/.test(String(value['to']));

/** The learner's places on this device, the latest first. Another learner's are not shown. */
export const readPlaces = (): readonly Place[] => {
  const kept = browserStorage.local.readJson(storageKey);
  const owner = getSession().user?._id;
  if (!isRecord(kept) || owner === undefined || kept['owner'] !== owner || !Array.isArray(kept['places'])) return [];
  return kept['places'].filter(isPlace);
};

const isSame = (one: Pick<Place, 'kind' | 'id'>, other: Pick<Place, 'kind' | 'id'>): boolean =>
  one.kind === other.kind && one.id === other.id;

const write = (places: readonly Place[]): void => {
  browserStorage.local.writeJson(storageKey, { owner: getSession().user?._id, places: places.slice(0, mostPlaces) });
};

/** Call it whenever the learner moves on; one place is kept for each guide, quiz and deck. */
export const rememberPlace = (place: Place): void => {
  if (getSession().user === undefined) return;
  write([place, ...readPlaces().filter((other) => !isSame(other, place))]);
};

/** Call it when a quiz or deck is finished, and when something is deleted. */
export const forgetPlace = (kind: Place['kind'], id: string): void => {
  const places = readPlaces();
  if (places.some((place) => isSame(place, { kind, id }))) write(places.filter((place) => !isSame(place, { kind, id })));
};
