import type { StudyMaterial } from '@lectern/contracts';
import { toast, useLimits } from '@lectern/platform';
import { useNavigate } from '@lectern/platform/router';
import { Button, ChevronDown, Copy, FolderInput, FolderMinus, GraduationCap, Layers, Menu, Printer, space } from '@lectern/ui';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { useAllFolders } from '../shared/libraryQueries';
import { useGuideMoves, type GuideMoves } from '../shared/useGuideMoves';
import { useUndoLine } from '../shared/useUndoLine';
import { withPlainReferences } from './reading/guideMarkdown';

/** Also used by the skeleton, so that the text does not move. */
export const ActionRow = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space[8]};
  margin-bottom: ${space[24]};
  @media print {
    display: none;
  }
`;

const copyAsMarkdown = async (markdown: string): Promise<void> => {
  try {
    await navigator.clipboard.writeText(withPlainReferences(markdown));
    toast.success('Copied as Markdown');
  } catch {
    // Browsers deny access to the clipboard in some windows.
    toast.error('The browser did not allow copying.');
  }
};

/** Opens the form that generates a quiz or a deck from the guide, or the upgrade modal at the limit. */
const StudyButtons = ({ id }: { id: string }): ReactNode => {
  const navigate = useNavigate();
  const { unlessAtLimit } = useLimits();
  return (
    <>
      <Button
        icon={<GraduationCap aria-hidden />}
        onClick={() => {
          unlessAtLimit('quizzes', () => void navigate(`/quizzes?material=${id}`));
        }}
      >
        Quiz me
      </Button>
      <Button
        variant="secondary"
        icon={<Layers aria-hidden />}
        onClick={() => {
          unlessAtLimit('flashcards', () => void navigate(`/quizzes?tab=flashcards&material=${id}`));
        }}
      >
        Make cards
      </Button>
    </>
  );
};

/** Removes the guide from its folder, or offers the folders to add it to. */
const FolderButton = ({ guide, moves }: { guide: StudyMaterial; moves: GuideMoves }): ReactNode => {
  const navigate = useNavigate();
  const folders = useAllFolders();
  const { folderId } = guide;
  if (folderId !== null) {
    const folder = { _id: folderId, name: folders.find(({ _id }) => _id === folderId)?.name ?? 'folder' };
    return (
      <Button variant="quiet" icon={<FolderMinus aria-hidden />} onClick={() => void moves.takeOut(guide, folder)}>
        Remove from {folder.name}
      </Button>
    );
  }
  return (
    <Menu
      title={guide.title}
      trigger={
        <Button variant="quiet" icon={<FolderInput aria-hidden />}>
          Add to Folder
          <ChevronDown aria-hidden />
        </Button>
      }
      entries={
        folders.length > 0
          ? folders.map((folder) => ({ id: folder._id, label: folder.name, onSelect: () => void moves.add(guide, folder) }))
          : [{ label: 'No folders yet. Create one', onSelect: () => void navigate('/folders') }]
      }
    />
  );
};

export interface GuideActionsProps {
  guide: StudyMaterial;
  markdown: string;
}

/** The actions of a guide's page. */
export const GuideActions = ({ guide, markdown }: GuideActionsProps): ReactNode => {
  const { undoLine, line } = useUndoLine();
  const moves = useGuideMoves(undoLine);
  return (
    <>
      <ActionRow>
        <StudyButtons id={guide._id} />
        <FolderButton guide={guide} moves={moves} />
        <Button variant="quiet" icon={<Copy aria-hidden />} onClick={() => void copyAsMarkdown(markdown)}>
          Copy as Markdown
        </Button>
        <Button
          variant="quiet"
          icon={<Printer aria-hidden />}
          onClick={() => {
            window.print();
          }}
        >
          Print
        </Button>
      </ActionRow>
      {line}
    </>
  );
};
