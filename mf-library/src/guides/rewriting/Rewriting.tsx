import { calls, type StudyMaterial } from '@lectern/contracts';
import { call, runGeneration } from '@lectern/platform';
import { finishOverlay, ProgressOverlay } from '@lectern/ui';
import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react';
import { guideStages } from '../guideStages';

/** The result of a rewrite. */
export interface Rewritten {
  guide: StudyMaterial;
  /** The number of the version before the rewrite. Undefined if it could not be read. */
  former: number | undefined;
  /** The learner has left the page in the meantime. */
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
    // "Undo" is then not offered. The former text is still among the earlier versions.
    return undefined;
  }
};

/** Rewrites a guide with the language model on mount, and covers the page while it runs. */
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
