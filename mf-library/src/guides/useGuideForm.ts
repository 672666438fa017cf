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
import { useDocuments, type ChosenDocument, type Documents } from './useDocuments';

export interface GuideForm {
  deck: Deck;
  documents: Documents;
  content: Draft<string>;
  style: Draft<string>;
  isRunning: boolean;
  /** How much of the deck and the documents was uploaded, 0 to 1. */
  uploaded: number;
  /** What went wrong with the last generation; undefined when its reason stands elsewhere, too. */
  failure: string | undefined;
  /** No deck, document or text was given. */
  isEmpty: boolean;
  generate: () => Promise<void>;
  /** Asks, then ends the upload; the input stays. Undefined when nothing is being uploaded. */
  cancel: (() => void) | undefined;
  /** Deletes the input. */
  clear: () => void;
}

interface Input {
  file: File | undefined;
  documents: readonly ChosenDocument[];
  content: string;
  style: string;
}

const bodyOf = ({ file, documents, content, style }: Input): FormData => {
  const body = new FormData();
  if (file) body.set('file', file);
  for (const document of documents) body.append('documents', document.file);
  if (content.trim()) body.set('textContent', content);
  // An empty preference is sent as none.
  body.set('stylePreference', style.trim() || 'null');
  return body;
};

/** Identifies a file, to recognise that the same input is sent again. */
const marksOf = (file: File | undefined) => [file?.name, file?.size, file?.lastModified];

/** The message when there is no deck, document or text. */
export const nothingGiven = 'Please enter some content or upload a PowerPoint file';

const fileCodes: ReadonlySet<string> = new Set(['unreadable_file', 'unsupported_type', 'too_large']);

/** The field whose file caused the error; its message is shown there. The service names `documents`, otherwise what was sent decides. */
const fieldOf = (error: unknown, sent: { hasDeck: boolean; hasDocuments: boolean }): 'deck' | 'documents' | undefined => {
  if (!(error instanceof ApiError) || !fileCodes.has(error.code)) return undefined;
  if (error.errors.some(({ path }) => path === 'documents')) return 'documents';
  // With documents, `too_large` means that all files together are too large.
  if (sent.hasDocuments && (error.code === 'too_large' || !sent.hasDeck)) return 'documents';
  return sent.hasDeck ? 'deck' : undefined;
};

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
export const useGuideForm = ({
  onDone,
  onFailed,
}: {
  onDone: (guide: StudyMaterial) => void;
  onFailed: (field: 'deck' | 'documents' | undefined) => void;
}): GuideForm => {
  const { keyFor, done } = useIdempotencyKey();
  const deck = useDeck();
  const documents = useDocuments();
  const content = useDraft('create-guide.content', '');
  const style = useDraft('create-guide.style', '');
  const { text: failure, report, clear: clearFailure } = useFailure();
  const [wasEmpty, setWasEmpty] = useState(false);
  const { isAtLimit, reasonOf } = useLimits();
  const { file } = deck;
  const { chosen } = documents;
  const hasFile = file !== undefined || chosen.length > 0;
  const isEmpty = !hasFile && !content.value.trim();
  const { send, isRunning, uploaded, cancel } = useSending(hasFile);

  const clear = (): void => {
    deck.take(undefined);
    documents.clear();
    content.clear();
    style.clear();
  };

  const generate = async (): Promise<void> => {
    // A document that is still being read would be left out.
    if (isRunning || documents.isReading) return;
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
      const files = [file, ...chosen.map((document) => document.file)];
      const idempotencyKey = keyFor([...files.flatMap(marksOf), content.value, style.value]);
      const body = bodyOf({ file, documents: chosen, content: content.value, style: style.value });
      const guide = await send(body, idempotencyKey);
      done();
      clear();
      libraryChanges.guideCreated(guide);
      toast.success('Study guide created successfully!');
      onDone(guide);
    } catch (error) {
      const field = fieldOf(error, { hasDeck: file !== undefined, hasDocuments: chosen.length > 0 });
      if (field) reportError(error);
      if (field === 'deck') deck.refuse(errorText(error));
      else if (field === 'documents') documents.refuse(errorText(error));
      else report(error);
      onFailed(field);
    }
  };

  return { deck, documents, content, style, isRunning, uploaded, failure, isEmpty: wasEmpty && isEmpty, generate, cancel, clear };
};
