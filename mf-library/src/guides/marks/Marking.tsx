import type { Mark } from '@lectern/contracts';
import { toast } from '@lectern/platform';
import { Button, color, FailureNotice, LazyPart, measure, media, space } from '@lectern/ui';
import { useCallback, useState, type ReactNode, type RefObject } from 'react';
import { createPortal } from 'react-dom';
import { styled } from 'styled-components';
import { findMarksOnPage } from './findMarksOnPage';
import type { MarkBarProps } from './MarkBar';
import type { MarkDialogProps } from './MarkDialog';
import { MarksPanel } from './MarksPanel';
import type { Passage } from './passageOf';
import { useChosenPassage } from './useChosenPassage';
import type { GuideMarks } from './useGuideMarks';

// The bar and the dialogs it opens are loaded when words are first selected.
const loadMarkBar = () => import(/* webpackChunkName: "mark-bar" */ './MarkBar').then(({ MarkBar }) => MarkBar);
const loadMakeItem = () => import(/* webpackChunkName: "make-item" */ './MakeItem').then(({ MakeItem }) => MakeItem);
const loadMarkDialog = () => import(/* webpackChunkName: "mark-dialog" */ './MarkDialog').then(({ MarkDialog }) => MarkDialog);

const Place = styled.div`
  position: fixed;
  z-index: 20;
  right: ${space[24]};
  bottom: ${space[24]};
  max-width: min(480px, calc(100vw - 32px));
  border: 1px solid ${color.line};
  @media ${media.small} {
    right: ${space[16]};
    bottom: calc(${measure.bottomBar} + ${space[12]} + env(safe-area-inset-bottom));
  }
`;

/** The existing mark of exactly this passage, or a new one. */
const markOf = ({ quote, before, after }: Passage, marks: readonly Mark[]): Mark => {
  const mark: Mark = { _id: crypto.randomUUID(), quote, before, after, colour: 'yellow', isLost: false };
  const places = findMarksOnPage([...marks, mark]);
  const own = places.find(({ id }) => id === mark._id);
  const other = places.find(({ id, start, end }) => id !== mark._id && start === own?.start && end === own.end);
  return marks.find(({ _id }) => _id === other?.id) ?? mark;
};

const partOf = (id: string): HTMLElement | null => document.querySelector(`mark[data-mark='${id}']`);

const Failure = ({ guideMarks: { failure, clearFailure } }: { guideMarks: GuideMarks }): ReactNode =>
  failure && (
    <Place>
      <FailureNotice
        action={
          <Button variant="quiet" onClick={clearFailure}>
            Dismiss
          </Button>
        }
      >
        {failure}
      </FailureNotice>
    </Place>
  );

/** The card or question being created from selected words. */
interface MadeOfWords {
  kind: 'card' | 'question';
  words: string;
}

interface ChosenWordsProps {
  marks: readonly Mark[];
  body: RefObject<HTMLElement | null>;
  onHighlight: (mark: Mark) => void;
  onNote: (mark: Mark) => void;
  onMake: (made: MadeOfWords) => void;
}

/** The action bar, shown while words are selected. */
const ChosenWords = ({ marks, body, onHighlight, onNote, onMake }: ChosenWordsProps): ReactNode => {
  const { chosen, clear, hold } = useChosenPassage(body);
  if (!chosen) return null;
  const props: MarkBarProps = {
    chosen,
    onHold: hold,
    onClose: clear,
    onHighlight: (colour) => {
      clear();
      onHighlight({ ...markOf(chosen, marks), colour });
    },
    onNote: () => {
      clear();
      onNote(markOf(chosen, marks));
    },
    onMake: (kind) => {
      clear();
      onMake({ kind, words: chosen.quote });
    },
  };
  return createPortal(<LazyPart load={loadMarkBar} props={props} />, document.body);
};

/** Scrolls to a mark, after the panel has returned the focus. */
const goTo = (id: string): void => {
  requestAnimationFrame(() => {
    const part = partOf(id);
    part?.scrollIntoView({ block: 'center' });
    part?.focus({ preventScroll: true });
  });
};

/** The mark dialog. Its code is loaded when the first mark is opened. */
const LazyMarkDialog = (props: MarkDialogProps): ReactNode => {
  const { mark, onClose } = props;
  const giveUp = useCallback(() => {
    toast.error('Something went wrong');
    onClose();
  }, [onClose]);
  return <LazyPart load={loadMarkDialog} props={props} isWanted={mark !== undefined} onFailure={giveUp} />;
};

/** State of the dialog that creates a card or a question from selected words. */
const useMaking = ({ _id: studyMaterialId, title: guideTitle }: MarkingProps['guide']) => {
  const [made, setMade] = useState<MadeOfWords>();
  const onClose = useCallback(() => {
    setMade(undefined);
  }, []);
  const making = made && <LazyPart load={loadMakeItem} props={{ ...made, studyMaterialId, guideTitle, onClose }} onFailure={onClose} />;
  return { made, setMade, making };
};

export interface MarkingProps {
  guide: { _id: string; title: string };
  body: RefObject<HTMLElement | null>;
  guideMarks: GuideMarks;
  /** The id of the mark whose dialog is open. */
  opened: string | undefined;
  onOpen: (id: string | undefined) => void;
  isListOpen: boolean;
  onListClose: () => void;
  /** The element that opened the list. */
  returnFocus: () => HTMLElement | undefined;
}

/** Highlights and notes of a guide: the action bar at a selection, the mark dialog, and the list of all marks. */
export const Marking = (props: MarkingProps): ReactNode => {
  const { guide, body, guideMarks, opened, onOpen, isListOpen, onListClose, returnFocus } = props;
  const { marks, change, failure, isBusy } = guideMarks;
  const [draft, setDraft] = useState<Mark>();
  const { made, setMade, making } = useMaking(guide);
  const shown = draft ?? marks?.find(({ _id }) => _id === opened);
  const close = useCallback(() => {
    setDraft(undefined);
    onOpen(undefined);
  }, [onOpen]);
  const save = async (mark: Mark): Promise<void> => {
    if (await change({ kind: 'put', mark })) close();
  };
  const remove = async (id: string): Promise<void> => {
    if (await change({ kind: 'remove', id })) close();
  };
  return (
    <>
      {making}
      {marks && !shown && !made && (
        <ChosenWords
          marks={marks}
          body={body}
          onHighlight={(mark) => void change({ kind: 'put', mark })}
          onNote={(mark) => {
            if (marks.includes(mark)) onOpen(mark._id);
            else setDraft(mark);
          }}
          onMake={setMade}
        />
      )}
      {!shown && <Failure guideMarks={guideMarks} />}
      <LazyMarkDialog
        mark={shown}
        isBusy={isBusy}
        failure={failure}
        onSave={(mark) => void save(mark)}
        onRemove={shown && !draft ? () => void remove(shown._id) : undefined}
        onClose={close}
      />
      <MarksPanel
        isOpen={isListOpen && !shown}
        onClose={onListClose}
        returnFocus={returnFocus}
        marks={marks}
        isLoading={guideMarks.isLoading}
        onRetry={guideMarks.retry}
        onShow={(id) => {
          onListClose();
          goTo(id);
        }}
        onEdit={({ _id }) => {
          onListClose();
          onOpen(_id);
        }}
        onRemove={({ _id }) => void remove(_id)}
      />
    </>
  );
};
