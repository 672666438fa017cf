import { calls } from '@lectern/contracts';
import { call, reportError, toast, useDraft, useIdempotencyKey, type Draft } from '@lectern/platform';
import { useState } from 'react';
import { libraryChanges } from '../shared/libraryChanges';
import { useDeck, type Deck } from './useDeck';

export interface GuideForm {
  deck: Deck;
  content: Draft<string>;
  style: Draft<string>;
  isRunning: boolean;
  /** How much of the deck was uploaded, 0 to 1. */
  uploaded: number;
  /** The last generation failed. */
  hasFailed: boolean;
  generate: () => Promise<void>;
  /** Deletes the input. */
  clear: () => void;
}

const bodyOf = (file: File | undefined, content: string, style: string): FormData => {
  const body = new FormData();
  if (file) body.set('file', file);
  if (content.trim()) body.set('textContent', content);
  // An empty preference is sent as none (specification, section 5).
  body.set('stylePreference', style.trim() || 'null');
  return body;
};

/** The form's input and the call that generates a guide from it. The input is kept until success or `clear`. */
export const useGuideForm = ({ onDone, onFailed }: { onDone: () => void; onFailed: () => void }): GuideForm => {
  const { keyFor, done } = useIdempotencyKey();
  const deck = useDeck();
  const content = useDraft('create-guide.content', '');
  const style = useDraft('create-guide.style', '');
  const [isRunning, setIsRunning] = useState(false);
  const [uploaded, setUploaded] = useState(0);
  const [hasFailed, setHasFailed] = useState(false);
  const { file } = deck;

  const clear = (): void => {
    deck.take(undefined);
    content.clear();
    style.clear();
  };

  const generate = async (): Promise<void> => {
    if (isRunning) return;
    if (!file && !content.value.trim()) {
      toast.error('Please enter some content or upload a PowerPoint file');
      return;
    }
    setUploaded(0);
    setHasFailed(false);
    setIsRunning(true);
    try {
      const body = bodyOf(file, content.value, style.value);
      const idempotencyKey = keyFor([file?.name, file?.size, file?.lastModified, content.value, style.value]);
      const guide = await call(calls.createStudyMaterial, { body, idempotencyKey, onUpload: setUploaded, hasOwnProgress: true });
      done();
      clear();
      libraryChanges.guideCreated(guide);
      toast.success('Study guide created successfully!');
      onDone();
    } catch (error) {
      setHasFailed(true);
      reportError(error);
      onFailed();
    } finally {
      setIsRunning(false);
    }
  };

  return { deck, content, style, isRunning, uploaded, hasFailed, generate, clear };
};
