import { calls, type StudyMaterial } from '@lectern/contracts';
import { call, runGeneration } from '@lectern/platform';
import { finishOverlay, ProgressOverlay } from '@lectern/ui';
import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react';
import { guideStages } from '../guideStages';

/** What a rewrite ended with. */
export interface Rewritten {
  guide: StudyMaterial;
  /** The version that the text had before; undefined when it could not be read. */
  former: number | undefined;
  /** The learner has left the page meanwhile. */
  hasLeft: boolean;
}

export interface RewritingProps {
  guideId: string;
  idempotencyKey: string;
  onDone: (rewritten: Rewritten) => void;
  onFailed: (error: unknown) => void;
}

const currentVersion = async (id: string): Promise<number | undefined> => {
  try {
    return (await call(calls.listVersions, { path: { id }, hasOwnProgress: true })).find(({ isCurrent }) => isCurrent)?.version;
  } catch {
    // There is no "Undo" then. The former text is among the earlier versions all the same.
    return undefined;
  }
};

/** Has the language model write a guide anew when it is mounted, and covers the page meanwhile. */
export const Rewriting = ({ guideId, idempotencyKey, onDone, onFailed }: RewritingProps): ReactNode => {
  const hasStarted = useRef(false);
  const run = useEffectEvent(async (): Promise<void> => {
    try {
      const former = await currentVersion(guideId);
      const { result: guide, hasLeft } = await runGeneration('rewrite', async () => {
        const made = await call(calls.rewriteStudyMaterial, { path: { id: guideId }, idempotencyKey, hasOwnProgress: true });
        await finishOverlay();
        return made;
      });
      onDone({ guide, former, hasLeft });
    } catch (error) {
      onFailed(error);
    }
  });
  useEffect(() => {
    // React runs effects twice in development.
    if (hasStarted.current) return;
    hasStarted.current = true;
    void run();
  }, []);
  const read = () => call(calls.getGuideProgress, { path: { key: idempotencyKey }, hasOwnProgress: true });
  return <ProgressOverlay title="Rewriting Your Study Guide" stages={guideStages} totalSeconds={35} progress={{ part: 'section', read }} />;
};
