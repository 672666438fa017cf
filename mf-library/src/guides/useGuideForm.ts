import { calls, type StudyMaterial } from '@lectern/contracts';
import {
  ApiError,
  call,
  errorText,
  openUpgradeModal,
  reportError,
  toast,
  useDraft,
  useFailure,
  useIdempotencyKey,
  useLimits,
  type Draft,
} from '@lectern/platform';
import { useState } from 'react';
import { libraryChanges } from '../shared/libraryChanges';
import { useCancellation } from './useCancellation';
import { useDeck, type Deck } from './useDeck';

export interface GuideForm {
  deck: Deck;
  content: Draft<string>;
  style: Draft<string>;
  isRunning: boolean;
  /** How much of the deck was uploaded, 0 to 1. */
  uploaded: number;
  /** What went wrong with the last generation; undefined when its reason stands elsewhere, too. */
  failure: string | undefined;
  /** Neither a deck nor a text was given. */
  isEmpty: boolean;
  generate: () => Promise<void>;
  /** Asks, then ends the upload; the input stays. Undefined when nothing is being uploaded. */
  cancel: (() => void) | undefined;
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

/** Said when there is neither a deck nor a text. */
export const nothingGiven = 'Please enter some content or upload a PowerPoint file';

const deckCodes: ReadonlySet<string> = new Set(['unreadable_file', 'unsupported_type', 'too_large']);

/** The deck itself is the reason: the sentence stands beside it. */
const isAboutDeck = (error: unknown): boolean => error instanceof ApiError && deckCodes.has(error.code);

interface Sending extends Pick<GuideForm, 'isRunning' | 'uploaded' | 'cancel'> {
  /** @throws ApiError */
  send: (body: FormData, idempotencyKey: string) => Promise<StudyMaterial>;
}

/** The call that generates a guide, and how far it is. */
const useSending = (hasFile: boolean): Sending => {
  const [isRunning, setIsRunning] = useState(false);
  const [uploaded, setUploaded] = useState(0);
  const upload = useCancellation();
  const send: Sending['send'] = async (body, idempotencyKey) => {
    setUploaded(0);
    setIsRunning(true);
    const { signal } = upload.begin();
    try {
      return await call(calls.createStudyMaterial, { body, idempotencyKey, signal, onUpload: setUploaded, hasOwnProgress: true });
    } finally {
      upload.end();
      setIsRunning(false);
    }
  };
  return { send, isRunning, uploaded, cancel: isRunning && hasFile && uploaded < 1 ? upload.cancel : undefined };
};

/** The form's input and the call that generates a guide from it. The input is kept until success or `clear`. */
export const useGuideForm = ({ onDone, onFailed }: { onDone: () => void; onFailed: () => void }): GuideForm => {
  const { keyFor, done } = useIdempotencyKey();
  const deck = useDeck();
  const content = useDraft('create-guide.content', '');
  const style = useDraft('create-guide.style', '');
  const { text: failure, report, clear: clearFailure } = useFailure();
  const [wasEmpty, setWasEmpty] = useState(false);
  const { isAtLimit, reasonOf } = useLimits();
  const { file } = deck;
  const isEmpty = !file && !content.value.trim();
  const { send, isRunning, uploaded, cancel } = useSending(file !== undefined);

  const clear = (): void => {
    deck.take(undefined);
    content.clear();
    style.clear();
  };

  const generate = async (): Promise<void> => {
    if (isRunning) return;
    clearFailure();
    setWasEmpty(isEmpty);
    if (isEmpty) {
      toast.error(nothingGiven);
      return;
    }
    if (isAtLimit('studyMaterials')) {
      openUpgradeModal(reasonOf('studyMaterials'));
      return;
    }
    try {
      const idempotencyKey = keyFor([file?.name, file?.size, file?.lastModified, content.value, style.value]);
      const guide = await send(bodyOf(file, content.value, style.value), idempotencyKey);
      done();
      clear();
      libraryChanges.guideCreated(guide);
      toast.success('Study guide created successfully!');
      onDone();
    } catch (error) {
      if (isAboutDeck(error)) {
        reportError(error);
        deck.refuse(errorText(error));
      } else report(error);
      onFailed();
    }
  };

  return { deck, content, style, isRunning, uploaded, failure, isEmpty: wasEmpty && isEmpty, generate, cancel, clear };
};
