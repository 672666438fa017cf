import { isRecord } from '@lectern/contracts';
import { learnerStorage } from './learnerStorage';

/** The learner's last position in a guide, quiz or deck. */
export interface Place {
  kind: 'guide' | 'quiz' | 'deck';
  id: string;
  title: string;
  /** 'Question 3 of 10', 'Glycolysis' */
  position: string;
  /** The id of the guide's heading. */
  anchor?: string;
  /** The position within the guide's section, 0 to 1. */
  part?: number;
  /** When the learner was there, if the account does not have the place yet. Milliseconds since 1970. */
  unsavedSince?: number;
}

const name = 'places';
/** Maximum number of stored places. */
const placesKept = 20;
const kinds: readonly unknown[] = ['guide', 'quiz', 'deck'] satisfies Place['kind'][];

const isPlace = (value: unknown): value is Place =>
  isRecord(value) &&
  kinds.includes(value['kind']) &&
  typeof value['id'] === 'string' &&
  typeof value['title'] === 'string' &&
  typeof value['position'] === 'string' &&
  (value['anchor'] === undefined || typeof value['anchor'] === 'string') &&
  (value['part'] === undefined || typeof value['part'] === 'number') &&
  (value['unsavedSince'] === undefined || typeof value['unsavedSince'] === 'number');

/** The stored places, newest first. */
export const readPlaces = (): Place[] => {
  const stored = learnerStorage.readJson(name);
  return Array.isArray(stored) ? stored.filter(isPlace) : [];
};

const without = ({ kind, id }: Pick<Place, 'kind' | 'id'>): Place[] =>
  readPlaces().filter((other) => other.kind !== kind || other.id !== id);

/** Stores a place, so that the learner can continue there. Replaces the former place in the same item. */
export const rememberPlace = (place: Place): void => {
  learnerStorage.writeJson(name, [place, ...without(place)].slice(0, placesKept));
};

/** The place of one item. Undefined if none is stored. Capability `places/1`. */
export const readPlace = ({ kind, id }: Pick<Place, 'kind' | 'id'>): Place | undefined =>
  readPlaces().find((place) => place.kind === kind && place.id === id);

/** Marks a place as saved to the account, unless the learner has moved on since. Keeps the order of the places. */
export const notePlaceSaved = (saved: Pick<Place, 'kind' | 'id' | 'unsavedSince'>): void => {
  const places = readPlaces().map((place) => {
    if (place.kind !== saved.kind || place.id !== saved.id || place.unsavedSince !== saved.unsavedSince) return place;
    const { unsavedSince: _saved, ...rest } = place;
    return rest;
  });
  learnerStorage.writeJson(name, places);
};

/** Removes a place. Call it when the item is finished or deleted. */
export const forgetPlace = (place: Pick<Place, 'kind' | 'id'>): void => {
  learnerStorage.writeJson(name, without(place));
};
