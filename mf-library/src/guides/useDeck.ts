import { useDraft } from '@lectern/platform';
import { useEffect, useState } from 'react';
import { readOutline, type DeckOutline } from './readOutline';

export interface Deck {
  file: File | undefined;
  /** Slide count and first titles; undefined until they are read, or when the file cannot be read. */
  outline: DeckOutline | undefined;
  take: (file: File | undefined) => void;
  /** What is wrong with the file that was chosen last; it is not taken, or could not be read. */
  problem: string | undefined;
  refuse: (problem: string) => void;
}

/** The chosen deck, kept in memory until the learner removes it. */
export const useDeck = (): Deck => {
  const { value: file, set, clear } = useDraft<File | undefined>('create-guide.file', undefined);
  const [problem, setProblem] = useState<string>();
  const [read, setRead] = useState<{ of: File; outline: DeckOutline | undefined }>();
  useEffect(() => {
    if (!file) return;
    let isWanted = true;
    void readOutline(file).then((outline) => {
      // Another file may have been chosen meanwhile.
      if (isWanted) setRead({ of: file, outline });
    });
    return () => {
      isWanted = false;
    };
  }, [file]);
  return {
    file,
    outline: read?.of === file ? read?.outline : undefined,
    problem,
    refuse: setProblem,
    take: (next) => {
      setProblem(undefined);
      if (next) set(next);
      else clear();
    },
  };
};
