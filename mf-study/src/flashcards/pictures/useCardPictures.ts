import { calls, cardPictureBounds, type CardPicture } from '@lectern/contracts';
import { call, errorText } from '@lectern/platform';
import { useEffect, useRef, useState } from 'react';
import { refusalOf, type Side } from './cardPictures';

export interface CardPictures {
  pictures: readonly CardPicture[];
  /** The number of pictures that are being added to a side. */
  waiting: Readonly<Record<Side, number>>;
  /** Why the last picture could not be added, by side. */
  problems: Readonly<Partial<Record<Side, string>>>;
  add: (side: Side, files: readonly File[]) => void;
  describe: (index: number, alt: string) => void;
  remove: (index: number) => void;
}

/** The pictures of a card that is being edited. They are sent as soon as they are chosen; the card names them when it is saved. */
export const useCardPictures = (
  deckId: string,
  pictures: readonly CardPicture[],
  change: (pictures: readonly CardPicture[]) => void,
): CardPictures => {
  const [waiting, setWaiting] = useState({ front: 0, back: 0 });
  const [problems, setProblems] = useState<Partial<Record<Side, string>>>({});
  // The learner types while a picture is sent.
  const latest = useRef({ pictures, change });
  useEffect(() => {
    latest.current = { pictures, change };
  });
  const report = (side: Side, problem: string | undefined): void => {
    setProblems(({ [side]: _former, ...rest }) => (problem === undefined ? rest : { ...rest, [side]: problem }));
  };
  const addOne = async (side: Side, file: File): Promise<void> => {
    const refusal = refusalOf(file);
    if (refusal !== undefined) return report(side, refusal);
    setWaiting((counts) => ({ ...counts, [side]: counts[side] + 1 }));
    try {
      const body = new FormData();
      body.set('file', file);
      const added = await call(calls.addCardPicture, { path: { id: deckId }, body });
      const { pictures: now, change: changeNow } = latest.current;
      if (!now.some(({ id, side: other }) => id === added.id && other === side)) {
        const next = [...now, { ...added, side }];
        latest.current.pictures = next;
        changeNow(next);
      }
    } catch (error) {
      report(side, errorText(error, 'The picture could not be added.'));
    } finally {
      setWaiting((counts) => ({ ...counts, [side]: counts[side] - 1 }));
    }
  };
  const add = (side: Side, files: readonly File[]): void => {
    report(side, undefined);
    const room = cardPictureBounds.perCard - pictures.length - waiting.front - waiting.back;
    if (files.length > room) report(side, `A card has at most ${String(cardPictureBounds.perCard)} pictures.`);
    for (const file of files.slice(0, Math.max(0, room))) void addOne(side, file);
  };
  return {
    pictures,
    waiting,
    problems,
    add,
    describe: (index, alt) => {
      change(pictures.map((picture, at) => (at === index ? { ...picture, alt } : picture)));
    },
    remove: (index) => {
      change(pictures.filter((_, at) => at !== index));
    },
  };
};
