import { useLimits, withParameters } from '@lectern/platform';
import { useSearchParams } from '@lectern/platform/router';
import { useEffect, useEffectEvent, useState } from 'react';
import type { ItemKind } from './itemWords';

interface OpenDialog {
  kind: ItemKind;
  /** The preselected guide. */
  studyMaterialId?: string | undefined;
}

export interface CreateDialog {
  /** Undefined while closed. */
  dialog: OpenDialog | undefined;
  /** Opens the dialog, or the upgrade modal at the limit. */
  open: () => void;
  close: () => void;
}

/** State of the dialog that creates a quiz or deck. `?material=ID` opens it for that guide; "Quiz me" on a guide's page links here. */
export const useCreateDialog = (kind: ItemKind): CreateDialog => {
  const [parameters, setParameters] = useSearchParams();
  const { limits, unlessAtLimit, query } = useLimits();
  const [dialog, setDialog] = useState<OpenDialog>();

  const openFor = (studyMaterialId?: string): void => {
    unlessAtLimit(kind === 'quiz' ? 'quizzes' : 'flashcards', () => {
      setDialog({ kind, studyMaterialId });
    });
  };

  const material = parameters.get('material') ?? undefined;
  // Waits for the limits, because at the limit the upgrade modal opens instead.
  const isLimitKnown = limits !== undefined || query.isError;
  const openFromAddress = useEffectEvent((studyMaterialId: string) => {
    // Removes the parameter, so that reload and back do not reopen the dialog.
    setParameters((current) => withParameters(current, { material: undefined }), { replace: true });
    openFor(studyMaterialId);
  });
  useEffect(() => {
    if (material !== undefined && isLimitKnown) openFromAddress(material);
  }, [material, isLimitKnown]);

  return {
    dialog,
    open: () => {
      openFor();
    },
    close: () => {
      setDialog(undefined);
    },
  };
};
