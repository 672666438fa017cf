import { calls, type StudyMaterial } from '@lectern/contracts';
import { ApiError, confirm, isModel, reportError, toast, useEngine, useFailure, useIdempotencyKey } from '@lectern/platform';
import { LazyPart, type UndoLine } from '@lectern/ui';
import { useState, type ReactNode } from 'react';
import { libraryChanges } from '../../shared/libraryChanges';
import { isGrowing, isRewritable } from '../growthState';
import type { Rewritten } from './Rewriting';

const loadRewriting = () => import(/* webpackChunkName: "guide-editor" */ './Rewriting').then(({ Rewriting }) => Rewriting);

export interface Rewrite {
  /** Starts the rewrite. Undefined without a model, or if a model has already written the whole guide. */
  start: (() => void) | undefined;
  /** Why the last rewrite failed. */
  failure: string | undefined;
  /** The overlay shown while it runs. */
  overlay: ReactNode;
}

/** "Rewrite with the model". The success notice has a button that restores the former text. */
export const useRewrite = (guide: StudyMaterial, undoLine: UndoLine): Rewrite => {
  const hasModel = isModel(useEngine(calls.getGuideEngine));
  const { keyFor, done } = useIdempotencyKey();
  const [idempotencyKey, setKey] = useState<string>();
  const { text: failure, report, clear } = useFailure();
  const id = guide._id;
  const { markdownContent } = guide.processedContent;

  const start = async (): Promise<void> => {
    const question = 'The language model writes this guide anew. Your own version stays among the earlier versions.';
    if (guide.edited && !(await confirm({ title: 'Rewrite this guide?', question, confirmLabel: 'Rewrite' }))) return;
    clear();
    undoLine.clear();
    setKey(keyFor([id, markdownContent]));
  };
  const undo = async (next: StudyMaterial, version: number): Promise<boolean> => {
    try {
      // Otherwise the next section would overwrite it.
      if (isGrowing(next)) await libraryChanges.stopGeneration(id);
      await libraryChanges.updateGuide(id, { version });
      return true;
    } catch (error) {
      reportError(error, 'Failed to restore the former version');
      return false;
    }
  };
  const onDone = ({ guide: next, former, hasLeft }: Rewritten): void => {
    done();
    setKey(undefined);
    libraryChanges.guideChanged(next);
    if (!isGrowing(next) && next.processedContent.markdownContent === markdownContent) {
      toast.error(next.notice ?? 'The language model wrote nothing new.');
      return;
    }
    const words = isGrowing(next) ? 'The language model is rewriting this guide.' : 'The language model has rewritten this guide.';
    if (hasLeft) toast.success(words, { action: { label: 'Open', to: `/study-materials/${id}` } });
    else if (former === undefined) toast.success(words);
    else undoLine.offer(words, () => undo(next, former));
  };
  const onFailed = (error: unknown): void => {
    setKey(undefined);
    report(error, 'The guide could not be rewritten. Please try again.');
  };
  return {
    start: hasModel && isRewritable(guide) ? () => void start() : undefined,
    failure,
    overlay: idempotencyKey !== undefined && (
      <LazyPart
        load={loadRewriting}
        props={{ guideId: id, idempotencyKey, onDone, onFailed }}
        onFailure={() => {
          onFailed(new ApiError({ status: 0, code: 'network' }));
        }}
      />
    ),
  };
};
