import { isRecord } from '@lectern/contracts';
import { learnerStorage } from './learnerStorage';

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

const name = 'places';
/** The most places that are remembered. Some may be finished or deleted meanwhile. */
const mostPlaces = 20;
const kinds: ReadonlySet<unknown> = new Set<Place['kind']>(['guide', 'quiz', 'deck']);

const isPlace = (value: unknown): value is Place =>
  isRecord(value) &&
  kinds.has(value['kind']) &&
  ['id', 'title', 'to', 'detail'].every((field) => typeof value[field] === 'string') &&
  // A path of this site.
  /^\/(?!\/)/.test(String(value['to']));

/** The learner's places on this device, the latest first. */
export const readPlaces = (): readonly Place[] => {
  const stored = learnerStorage.readJson(name);
  return Array.isArray(stored) ? stored.filter(isPlace) : [];
};

const placesWithout = (kind: Place['kind'], id: string): Place[] => readPlaces().filter((other) => other.kind !== kind || other.id !== id);

/** Call it whenever the learner moves on; one place is kept for each guide, quiz and deck. */
export const rememberPlace = (place: Place): void => {
  learnerStorage.writeJson(name, [place, ...placesWithout(place.kind, place.id)].slice(0, mostPlaces));
};

/** Call it when a quiz or deck is finished, and when something is deleted. */
export const forgetPlace = (kind: Place['kind'], id: string): void => {
  learnerStorage.writeJson(name, placesWithout(kind, id));
};
