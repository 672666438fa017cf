import { calls, type StudyMaterial } from '@lectern/contracts';
import {
  ApiError,
  call,
  errorText,
  openUpgradeModal,
  reportError,
  runGeneration,
  toast,
  useDraft,
  useFailure,
  useIdempotencyKey,
  useLimits,
  type Draft,
} from '@lectern/platform';
import { finishOverlay } from '@lectern/ui';
import { useState } from 'react';
import { libraryChanges } from '../shared/libraryChanges';
import { useCancellation } from './useCancellation';
import type { ChosenFile } from './lookInto';
import { useMaterialFiles, type MaterialFiles } from './useMaterialFiles';

export interface GuideForm {
  files: MaterialFiles;
  content: Draft<string>;
  style: Draft<string>;
  isRunning: boolean;
  /** The idempotency key of the call. */
  progressKey: string | undefined;
  /** The uploaded share of the files, 0 to 1. */
  uploaded: number;
  /** The error of the last generation. Undefined if it is shown elsewhere. */
  failure: string | undefined;
  /** Neither a file nor text was given. */
  isEmpty: boolean;
  generate: () => Promise<void>;
  /** Cancels the upload after confirmation and keeps the input. Undefined without an upload. */
  cancel: (() => void) | undefined;
  /** Deletes the input. */
  clear: () => void;
}

interface Input {
  chosen: readonly ChosenFile[];
  content: string;
  style: string;
}

const bodyOf = ({ chosen, content, style }: Input): FormData => {
  const body = new FormData();
  for (const { file, kind } of chosen) body.append(kind === 'deck' ? 'file' : 'documents', file);
  if (content.trim()) body.set('textContent', content);
  // An empty preference is sent as null.
  body.set('stylePreference', style.trim() || 'null');
  return body;
};

/** Identifies a file, to detect that the same input is sent again. */
const marksOf = ({ file }: ChosenFile) => [file.name, file.size, file.lastModified];

/** The error for a form with neither a file nor text. */
export const nothingGiven = 'Please enter some content or upload a PowerPoint file';

const fileCodes: ReadonlySet<string> = new Set(['unreadable_file', 'unsupported_type', 'too_large']);

/** Whether a file caused the error. Its message is shown at the files. */
const isOfFiles = (error: unknown): boolean => error instanceof ApiError && fileCodes.has(error.code);

interface Sending extends Pick<GuideForm, 'isRunning' | 'progressKey' | 'uploaded' | 'cancel'> {
  /** @throws ApiError */
  send: (body: FormData, idempotencyKey: string) => Promise<StudyMaterial>;
}

/** Sends the call that generates a guide, and tracks its progress. */
const useSending = (hasFile: boolean): Sending => {
  const [isRunning, setIsRunning] = useState(false);
  const [progressKey, setProgressKey] = useState<string>();
  const [uploaded, setUploaded] = useState(0);
  const upload = useCancellation();
  const send: Sending['send'] = async (body, idempotencyKey) => {
    setUploaded(0);
    setProgressKey(idempotencyKey);
    setIsRunning(true);
    const { signal } = upload.begin();
    try {
      const guide = await call(calls.createStudyMaterial, { body, idempotencyKey, signal, onUpload: setUploaded, hasOwnProgress: true });
      await finishOverlay();
      return guide;
    } finally {
      upload.end();
      setIsRunning(false);
    }
  };
  return { send, isRunning, progressKey, uploaded, cancel: isRunning && hasFile && uploaded < 1 ? upload.cancel : undefined };
};

/** The form's input, and the call that generates a guide from it. The input is kept until success or `clear`. */
export const useGuideForm = ({
  onDone,
  onFailed,
}: {
  onDone: (guide: StudyMaterial) => void;
  /** `isOfFiles`: the files caused the error, and the message is shown there. */
  onFailed: (isOfFiles: boolean) => void;
}): GuideForm => {
  const { keyFor, done } = useIdempotencyKey();
  const files = useMaterialFiles();
  const content = useDraft('create-guide.content', '');
  const style = useDraft('create-guide.style', '');
  const { text: failure, report, clear: clearFailure } = useFailure();
  const [wasEmpty, setWasEmpty] = useState(false);
  const { isAtLimit, reasonOf } = useLimits();
  const { chosen } = files;
  const hasFile = chosen.length > 0;
  const isEmpty = !hasFile && !content.value.trim();
  const { send, isRunning, progressKey, uploaded, cancel } = useSending(hasFile);

  const clear = (): void => {
    files.clear();
    content.clear();
    style.clear();
  };

  const generate = async (): Promise<void> => {
    // A file that is still being read would be missing.
    if (isRunning || files.isReading) return;
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
    // An error of the last attempt must not cover the progress.
    toast.dismiss();
    try {
      const idempotencyKey = keyFor([...chosen.flatMap(marksOf), content.value, style.value]);
      const body = bodyOf({ chosen, content: content.value, style: style.value });
      const { result: guide, hasLeft } = await runGeneration('guide', () => send(body, idempotencyKey));
      done();
      clear();
      libraryChanges.guideCreated(guide);
      toast.success('Study guide created successfully!', { action: { label: 'Open', to: `/study-materials/${guide._id}` } });
      if (!hasLeft) onDone(guide);
    } catch (error) {
      const isFileProblem = hasFile && isOfFiles(error);
      if (isFileProblem) {
        reportError(error);
        files.refuse(errorText(error));
      } else report(error);
      onFailed(isFileProblem);
    }
  };

  return { files, content, style, isRunning, progressKey, uploaded, failure, isEmpty: wasEmpty && isEmpty, generate, cancel, clear };
};
