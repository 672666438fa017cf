import { isRecord } from '@lectern/contracts';
import { learnerStorage } from './learnerStorage';

/** Where the learner left a guide, quiz or deck. */
export interface Place {
  kind: 'guide' | 'quiz' | 'deck';
  id: string;
  title: string;
  /** 'Question 3 of 10', 'Glycolysis' */
  position: string;
  /** Of the heading in a guide. */
  anchor?: string;
  /** The part of the section of a guide that is read, 0 to 1. */
  part?: number;
  /** When the learner was there, if the account does not have the place yet. Milliseconds. */
  unsavedSince?: number;
}

const name = 'places';
/** The most places that are remembered. */
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

/** The places that were left last, newest first. */
export const readPlaces = (): Place[] => {
  const stored = learnerStorage.readJson(name);
  return Array.isArray(stored) ? stored.filter(isPlace) : [];
};

const without = ({ kind, id }: Pick<Place, 'kind' | 'id'>): Place[] =>
  readPlaces().filter((other) => other.kind !== kind || other.id !== id);

/** Remembers a place, so that the learner can continue there. It replaces the former place in the same thing. */
export const rememberPlace = (place: Place): void => {
  learnerStorage.writeJson(name, [place, ...without(place)].slice(0, placesKept));
};

/** The place of one thing; undefined if it is not remembered. Capability `places/1`. */
export const readPlace = ({ kind, id }: Pick<Place, 'kind' | 'id'>): Place | undefined =>
  readPlaces().find((place) => place.kind === kind && place.id === id);

/** Notes that the account has a place, unless the learner has gone on since. The order of the places stays. */
export const notePlaceSaved = (saved: Pick<Place, 'kind' | 'id' | 'unsavedSince'>): void => {
  const places = readPlaces().map((place) => {
    if (place.kind !== saved.kind || place.id !== saved.id || place.unsavedSince !== saved.unsavedSince) return place;
    const { unsavedSince: _saved, ...rest } = place;
    return rest;
  });
  learnerStorage.writeJson(name, places);
};

/** The thing is finished or deleted. */
export const forgetPlace = (place: Pick<Place, 'kind' | 'id'>): void => {
  learnerStorage.writeJson(name, without(place));
};
