import { isRecord, type StudyMaterial } from '@lectern/contracts';
import { learnerStorage } from '@lectern/platform';
import { useCallback, useState } from 'react';

/** The editable fields of a guide. */
interface GuideText {
  title: string;
  markdown: string;
}

export interface GuideDraft {
  text: GuideText;
  /** The draft differs from the guide. */
  isChanged: boolean;
  /** The draft was restored from an earlier visit. */
  isRestored: boolean;
  set: (change: Partial<GuideText>) => void;
  /** Deletes the draft. */
  discard: () => void;
}

const nameOf = (id: string): string => `guide-draft.${id}`;

const readDraft = (id: string): GuideText | undefined => {
  const kept = learnerStorage.readJson(nameOf(id));
  if (!isRecord(kept)) return undefined;
  const { title, markdown } = kept;
  return typeof title === 'string' && typeof markdown === 'string' ? { title, markdown } : undefined;
};

/** The unsaved title and text, kept in this browser until they are saved or discarded. */
export const useGuideDraft = ({ _id, title }: Pick<StudyMaterial, '_id' | 'title'>, markdown: string): GuideDraft => {
  const [restored] = useState(() => readDraft(_id));
  const [text, setText] = useState<GuideText>(restored ?? { title, markdown });
  const set = useCallback(
    (change: Partial<GuideText>) => {
      const next = { ...text, ...change };
      learnerStorage.writeJson(nameOf(_id), next);
      setText(next);
    },
    [_id, text],
  );
  const discard = useCallback(() => {
    learnerStorage.remove(nameOf(_id));
    setText({ title, markdown });
  }, [_id, title, markdown]);
  return { text, isChanged: text.title !== title || text.markdown !== markdown, isRestored: restored !== undefined, set, discard };
};
