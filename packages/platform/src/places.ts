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
  (value['anchor'] === undefined || typeof value['anchor'] === 'string');

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

/** The thing is finished or deleted. */
export const forgetPlace = (place: Pick<Place, 'kind' | 'id'>): void => {
  learnerStorage.writeJson(name, without(place));
};
