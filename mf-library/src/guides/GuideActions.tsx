import type { Mark, Picture, StudyMaterial } from '@lectern/contracts';
import { studyPath, toast, useLimits } from '@lectern/platform';
import { useNavigate } from '@lectern/platform/router';
import {
  Button,
  color,
  Copy,
  FolderInput,
  FolderMinus,
  GraduationCap,
  HelpCircle,
  Highlighter,
  IconButton,
  Layers,
  List,
  media,
  Menu,
  MoreHorizontal,
  Pencil,
  Printer,
  Repeat,
  Share2,
  SkeletonBlock,
  space,
  Sparkles,
  Target,
  useMediaQuery,
  VisuallyHidden,
  type MenuEntry,
  type UndoLine,
} from '@lectern/ui';
import { useState, type ReactNode } from 'react';
import { styled } from 'styled-components';
import { useAllFolders } from '../shared/libraryQueries';
import { ShareGuideDialog } from '../sharing/ShareDialogs';
import { useGuideMoves, type GuideMoves } from '../shared/useGuideMoves';
import { exportEntry } from './exportEntry';
import { withMarks } from './marks/withMarks';
import { withPlainReferences } from './reading/guideMarkdown';
import { contentsBeside } from './reading/TableOfContents';

const ActionRow = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space[8]};
  margin-bottom: ${space[24]};
  /* The quiet buttons. The row is no wider than the text, so that the source panel does not cover it. */
  @media ${media.medium} {
    > button:nth-child(n + 4):not(:last-child) {
      padding-inline: ${space[8]};
    }
  }
  @media ${media.small} {
    flex-wrap: nowrap;
    margin-bottom: ${space[12]};
    > button {
      flex: none;
      border: 1px solid ${color['line-control']};
    }
    > button:nth-child(-n + 2) {
      flex: 1;
      padding-inline: ${space[8]};
      > svg {
        display: none;
      }
    }
  }
  @media print {
    display: none;
  }
`;
const copyAsMarkdown = async (markdown: string, marks: readonly Mark[], pictures: readonly Picture[]): Promise<void> => {
  try {
    await navigator.clipboard.writeText(withMarks(withPlainReferences(markdown, pictures), marks));
    toast.success('Copied as Markdown');
  } catch {
    // Browsers deny clipboard access in some windows.
    toast.error('The browser did not allow copying.');
  }
};

/** Opens the deck form for the guide, or the upgrade modal at the limit. */
const useMakeCards = (id: string): (() => void) => {
  const navigate = useNavigate();
  const { unlessAtLimit } = useLimits();
  return () => {
    unlessAtLimit('flashcards', () => void navigate(`/quizzes/new?kind=deck&material=${id}`));
  };
};

/** Buttons to study the guide, and to make a quiz and cards of it. On a phone, cards are made by the menu. */
const StudyButtons = ({ id, onMakeCards }: { id: string; onMakeCards: (() => void) | undefined }): ReactNode => {
  const navigate = useNavigate();
  const { unlessAtLimit } = useLimits();
  return (
    <>
      <Button
        icon={<Repeat aria-hidden />}
        onClick={() => {
          void navigate(studyPath(id));
        }}
      >
        Study
      </Button>
      <Button
        variant="secondary"
        icon={<GraduationCap aria-hidden />}
        onClick={() => {
          unlessAtLimit('quizzes', () => void navigate(`/quizzes/new?material=${id}`));
        }}
      >
        Quiz me
      </Button>
      {onMakeCards && (
        <Button variant="secondary" icon={<Layers aria-hidden />} onClick={onMakeCards}>
          Make cards
        </Button>
      )}
    </>
  );
};

interface FolderAction {
  /** The guide's current folder. */
  current: { _id: string; name: string } | undefined;
  remove: () => void;
  /** The folders that the guide can be added to. */
  entries: MenuEntry[];
}

/** Removes the guide from its folder, or lists the folders that it can be added to. */
const useFolderAction = (guide: StudyMaterial, moves: GuideMoves): FolderAction => {
  const navigate = useNavigate();
  const folders = useAllFolders();
  const { folderId } = guide;
  const current = folderId === null ? undefined : { _id: folderId, name: folders.find(({ _id }) => _id === folderId)?.name ?? 'folder' };
  return {
    current,
    remove: () => {
      if (current) void moves.takeOut(guide, current);
    },
    entries:
      folders.length > 0
        ? folders.map((folder) => ({ id: folder._id, label: folder.name, onSelect: () => void moves.add(guide, folder) }))
        : [{ label: 'No folders yet. Create one', onSelect: () => void navigate('/folders') }],
  };
};

const folderEntry = ({ current, remove, entries }: FolderAction): MenuEntry =>
  current
    ? { label: `Remove from ${current.name}`, icon: <FolderMinus aria-hidden />, onSelect: remove }
    : { label: 'Add to Folder', icon: <FolderInput aria-hidden />, entries };

/** The less frequent actions. They are menu entries at every width. */
const furtherEntries = (guide: StudyMaterial, markdown: string, marks: readonly Mark[]): MenuEntry[] => {
  return [
    exportEntry(guide._id),
    { label: 'Copy as Markdown', icon: <Copy aria-hidden />, onSelect: () => void copyAsMarkdown(markdown, marks, guide.pictures ?? []) },
    // Called as a method of the entry, the browser's function would fail.
    { label: 'Print', icon: <Printer aria-hidden />, onSelect: () => print() },
  ];
};

const ContentsButton = ({ isNarrow, onClick }: { isNarrow: boolean; onClick: () => void }): ReactNode =>
  isNarrow ? (
    <IconButton label="Contents" aria-haspopup="dialog" onClick={onClick}>
      <List aria-hidden />
    </IconButton>
  ) : (
    <Button variant="quiet" icon={<List aria-hidden />} aria-haspopup="dialog" onClick={onClick}>
      Contents
    </Button>
  );

export interface GuideActionsProps {
  guide: StudyMaterial;
  markdown: string;
  /** Opens the table of contents. Undefined if it is shown next to the text or does not exist. */
  onContents: (() => void) | undefined;
  onEdit: () => void;
  /** Opens the question field and scrolls to it. */
  onAsk: () => void;
  /** The learner's highlights and notes. Copied together with the guide. */
  marks: readonly Mark[];
  onMarks: () => void;
  /** Rewrites the guide with the language model. Undefined if that is not offered. */
  onRewrite: (() => void) | undefined;
  undoLine: UndoLine;
}

/** The action bar of a guide's page. The less frequent actions are in a menu. */
export const GuideActions = (props: GuideActionsProps): ReactNode => {
  const { guide, markdown, onContents, onEdit, onAsk, marks, onMarks, onRewrite, undoLine } = props;
  const moves = useGuideMoves(undoLine);
  const folder = useFolderAction(guide, moves);
  const isNarrow = useMediaQuery(media.small);
  const navigate = useNavigate();
  const makeCards = useMakeCards(guide._id);
  const [isSharing, setIsSharing] = useState(false);
  const entries: MenuEntry[] = [
    ...(isNarrow ? [{ label: 'Make cards', icon: <Layers aria-hidden />, onSelect: makeCards }] : []),
    folderEntry(folder),
    ...(isNarrow
      ? [
          { label: 'Ask a question', icon: <HelpCircle aria-hidden />, onSelect: onAsk },
          { label: 'Edit', icon: <Pencil aria-hidden />, onSelect: onEdit },
        ]
      : []),
    { label: 'Share', icon: <Share2 aria-hidden />, onSelect: () => setIsSharing(true) },
    { label: 'Highlights', icon: <Highlighter aria-hidden />, onSelect: onMarks },
    { label: 'Pick what to ask', icon: <Target aria-hidden />, onSelect: () => void navigate(`/pick/${guide._id}`) },
    ...(onRewrite ? [{ label: 'Rewrite with the model', icon: <Sparkles aria-hidden />, onSelect: onRewrite }] : []),
    ...furtherEntries(guide, markdown, marks),
  ];
  return (
    <ActionRow>
      <StudyButtons id={guide._id} onMakeCards={isNarrow ? undefined : makeCards} />
      {onContents && <ContentsButton isNarrow={isNarrow} onClick={onContents} />}
      {!isNarrow && (
        <>
          <Button variant="quiet" icon={<HelpCircle aria-hidden />} onClick={onAsk}>
            <span>
              Ask<VisuallyHidden> a question</VisuallyHidden>
            </span>
          </Button>
          <Button variant="quiet" icon={<Pencil aria-hidden />} onClick={onEdit}>
            Edit
          </Button>
        </>
      )}
      <Menu
        title={guide.title}
        trigger={
          <IconButton label={`Options for ${guide.title}`}>
            <MoreHorizontal aria-hidden />
          </IconButton>
        }
        entries={entries}
      />
      {isSharing && <ShareGuideDialog id={guide._id} title={guide.title} onClose={() => setIsSharing(false)} />}
    </ActionRow>
  );
};

const shapes = {
  narrow: ['30%', '30%', '44px', '44px'],
  medium: ['96px', '116px', '128px', '102px', '62px', '64px', '36px'],
  // With the table of contents next to the text.
  wide: ['96px', '116px', '128px', '62px', '64px', '36px'],
};

export const GuideActionsSkeleton = (): ReactNode => {
  const isNarrow = useMediaQuery(media.small);
  const isBeside = useMediaQuery(contentsBeside);
  return (
    <ActionRow aria-hidden>
      {shapes[isNarrow ? 'narrow' : isBeside ? 'wide' : 'medium'].map((width, index) => (
        <SkeletonBlock key={index} $width={width} $height={isNarrow ? '44px' : '40px'} />
      ))}
    </ActionRow>
  );
};
