import { nameProblem, type StudyMaterial } from '@lectern/contracts';
import { confirm, toast, useFailure } from '@lectern/platform';
import {
  Button,
  color,
  FailureNotice,
  Form,
  FormActions,
  LazyPart,
  media,
  Notice,
  radius,
  RotateCcw,
  size,
  space,
  Tabs,
  TextArea,
  TextField,
  TextSkeleton,
  useMediaQuery,
} from '@lectern/ui';
import { useDeferredValue, useId, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { styled } from 'styled-components';
import { libraryChanges } from '../../shared/libraryChanges';
import { GuidePicturesProvider } from '../reading/GuidePictures';
import { GuideText } from '../reading/GuideText';
import { useGuideDraft, type GuideDraft } from './useGuideDraft';
import { VersionsPanel } from './VersionsPanel';

const Columns = styled.div`
  display: grid;
  grid-template-columns: repeat(2, minmax(0, 1fr));
  gap: ${space[24]};
  align-items: start;
`;
const Look = styled.section`
  min-width: 0;
  max-height: 70dvh;
  overflow: auto;
  padding: ${space[16]} ${space[24]};
  border: 1px solid ${color.line};
  border-radius: ${radius.field};
  background: ${color.raised};
  @media ${media.small} {
    padding: ${space[16]};
  }
`;

const TextPart = styled.div`
  min-width: 0;
`;
/** In view wherever the learner is in the text. */
const Actions = styled(FormActions)`
  position: sticky;
  bottom: 0;
  z-index: 11;
  margin-top: 0;
  padding-block: ${space[12]};
  border-top: 1px solid ${color.line};
  background: ${color.paper};
  /* On a phone all three fit on one line. */
  @media ${media.small} {
    gap: ${space[8]};
    padding-block: ${space[8]} calc(${space[8]} + env(safe-area-inset-bottom));
    > button:last-child {
      padding-inline: ${space[12]};
      svg {
        display: none;
      }
    }
  }
`;
const TextHead = styled.div`
  display: flex;
  align-items: center;
  min-height: 40px;
  > button {
    margin-inline: auto calc(-1 * ${space[16]});
  }
`;
const FieldName = styled.span`
  font-size: ${size[14]};
  font-weight: 600;
`;

const loadTextEditor = () => import(/* webpackChunkName: "text-editor" */ './text/TextEditor').then(({ TextEditor }) => TextEditor);

/** The service's maximum length of a text. Characters. */
const mostMarkdown = 1_000_000;

const nothing = (): void => undefined;

const Preview = ({ guide, markdown }: { guide: StudyMaterial; markdown: string }): ReactNode => {
  // The preview of a long text is rendered when typing pauses.
  const shown = useDeferredValue(markdown);
  return (
    // Focusable, so that the keyboard can scroll it.
    <Look aria-label="Preview" tabIndex={0}>
      <GuidePicturesProvider studyMaterialId={guide._id} pictures={guide.pictures ?? []}>
        <GuideText markdown={shown} onFollow={nothing} />
      </GuidePicturesProvider>
    </Look>
  );
};

const MarkdownField = ({ draft }: { draft: GuideDraft }): ReactNode => (
  <TextArea
    label="Markdown"
    rows={20}
    maxLength={mostMarkdown}
    spellCheck
    value={draft.text.markdown}
    onChange={(event) => {
      draft.set({ markdown: event.target.value });
    }}
  />
);

/** Markdown and preview, side by side. On a phone in tabs. */
const MarkdownAndLook = ({ guide, draft }: { guide: StudyMaterial; draft: GuideDraft }): ReactNode => {
  const isNarrow = useMediaQuery(media.small);
  const [tab, setTab] = useState<'text' | 'look'>('text');
  const field = <MarkdownField draft={draft} />;
  const look = <Preview guide={guide} markdown={draft.text.markdown} />;
  if (!isNarrow)
    return (
      <Columns>
        {field}
        {look}
      </Columns>
    );
  return (
    <Tabs
      label="Write or preview"
      value={tab}
      onChange={setTab}
      tabs={[
        { value: 'text', label: 'Text', content: field },
        { value: 'look', label: 'Look', content: look },
      ]}
    />
  );
};

/** A longer text is edited as Markdown only: the editor would become slow. Characters. */
const longestLaidOut = 200_000;

/** The text as it looks, or as Markdown for those who want it. */
const GuideTextField = ({ guide, draft }: { guide: StudyMaterial; draft: GuideDraft }): ReactNode => {
  const id = useId();
  const isLong = draft.text.markdown.length > longestLaidOut;
  const [isMarkdown, setIsMarkdown] = useState(isLong);
  const onChange = (markdown: string): void => {
    draft.set({ markdown });
  };
  return (
    <TextPart>
      <TextHead>
        {!isMarkdown && <FieldName id={id}>Text</FieldName>}
        {(!isMarkdown || !isLong) && (
          <Button
            variant="quiet"
            onClick={() => {
              setIsMarkdown(!isMarkdown);
            }}
          >
            {isMarkdown ? 'Edit as formatted text' : 'Edit as Markdown'}
          </Button>
        )}
      </TextHead>
      {isMarkdown ? (
        <MarkdownAndLook guide={guide} draft={draft} />
      ) : (
        <GuidePicturesProvider studyMaterialId={guide._id} pictures={guide.pictures ?? []}>
          <LazyPart
            load={loadTextEditor}
            props={{ labelledBy: id, markdown: draft.text.markdown, onChange }}
            fallback={<TextSkeleton label="Loading the editor" lines={16} />}
          />
        </GuidePicturesProvider>
      )}
    </TextPart>
  );
};

interface Saving {
  isBusy: boolean;
  failure: string | undefined;
  save: () => Promise<void>;
}

const useSaving = (guide: StudyMaterial, markdown: string, draft: GuideDraft, onDone: () => void): Saving => {
  const [isBusy, setIsBusy] = useState(false);
  const { text: failure, report, clear } = useFailure();
  const save = async (): Promise<void> => {
    setIsBusy(true);
    clear();
    try {
      const { text } = draft;
      await libraryChanges.updateGuide(guide._id, {
        ...(text.title.trim() !== guide.title && { title: text.title.trim() }),
        ...(text.markdown !== markdown && { content: text.markdown }),
      });
      draft.discard();
      toast.success('Study guide saved');
      onDone();
    } catch (error) {
      report(error, 'Failed to save study guide');
    } finally {
      setIsBusy(false);
    }
  };
  return { isBusy, failure, save };
};

/** Opens the earlier versions. Restoring one closes the editor. */
const VersionsButton = ({ guide, onReturn }: { guide: StudyMaterial; onReturn: () => void }): ReactNode => {
  const [isOpen, setIsOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  return (
    <>
      <Button
        ref={opener}
        type="button"
        variant="quiet"
        icon={<RotateCcw aria-hidden />}
        aria-haspopup="dialog"
        onClick={() => {
          setIsOpen(true);
        }}
      >
        Earlier versions
      </Button>
      <VersionsPanel
        guide={guide}
        isOpen={isOpen}
        onClose={() => {
          setIsOpen(false);
        }}
        onReturn={onReturn}
        returnFocus={() => opener.current ?? undefined}
      />
    </>
  );
};

export interface GuideEditorProps {
  guide: StudyMaterial;
  markdown: string;
  /** Called when the text was saved or the changes were discarded. */
  onClose: () => void;
}

/** Edits a guide's title and text. Unsaved input survives a reload and an expired session. */
export const GuideEditor = ({ guide, markdown, onClose }: GuideEditorProps): ReactNode => {
  const draft = useGuideDraft(guide, markdown);
  const { isBusy, failure, save } = useSaving(guide, markdown, draft, onClose);
  const problem = nameProblem(draft.text.title);
  const isEmpty = draft.text.markdown.trim() === '';
  const leave = (): void => {
    draft.discard();
    onClose();
  };
  const cancel = async (): Promise<void> => {
    const question = 'Discard your changes to this guide?';
    if (draft.isChanged && !(await confirm({ question, confirmLabel: 'Discard', isDestructive: true }))) return;
    leave();
  };
  return (
    <Form
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void save();
      }}
    >
      {draft.isRestored && draft.isChanged && <Notice>You have unsaved changes to this guide. They are shown here.</Notice>}
      <TextField
        label="Title"
        maxLength={200}
        error={problem}
        value={draft.text.title}
        onChange={(event) => {
          draft.set({ title: event.target.value });
        }}
      />
      <GuideTextField guide={guide} draft={draft} />
      <FailureNotice>{failure}</FailureNotice>
      <Actions>
        <Button type="button" variant="secondary" onClick={() => void cancel()}>
          Cancel
        </Button>
        <Button type="submit" isBusy={isBusy} busyLabel="Saving..." disabled={!draft.isChanged || isEmpty || problem !== undefined}>
          Save
        </Button>
        <VersionsButton guide={guide} onReturn={leave} />
      </Actions>
    </Form>
  );
};
