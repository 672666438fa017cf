import type { StudyMaterial } from '@lectern/contracts';
import { toast, useLimits } from '@lectern/platform';
import { useNavigate } from '@lectern/platform/router';
import { Button, ChevronDown, Copy, FolderInput, FolderMinus, GraduationCap, Layers, Menu, Printer, space } from '@lectern/ui';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { useAllFolders } from '../shared/libraryQueries';
import { useGuideMoves } from '../shared/useGuideMoves';
import { useUndoLine } from '../shared/useUndoLine';
import { withPlainReferences } from './reading/guideMarkdown';

/** Also the loading page's, so that the text stays where it is. */
export const ActionRow = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space[8]};
  margin-bottom: ${space[24]};
  @media print {
    display: none;
  }
`;

export interface GuideActionsProps {
  guide: StudyMaterial;
  markdown: string;
}

/** What can be done with the guide on show. */
export const GuideActions = ({ guide, markdown }: GuideActionsProps): ReactNode => {
  const navigate = useNavigate();
  const { unlessAtLimit } = useLimits();
  const folders = useAllFolders();
  const { undoLine, line } = useUndoLine();
  const moves = useGuideMoves(undoLine);
  const { _id: id, folderId } = guide;
  const inFolder =
    folderId === null ? undefined : { _id: folderId, name: folders.find((folder) => folder._id === folderId)?.name ?? 'folder' };

  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(withPlainReferences(markdown));
      toast.success('Copied as Markdown');
    } catch {
      // Browsers refuse the clipboard in some windows; the learner is told.
      toast.error('The browser did not allow copying.');
    }
  };

  return (
    <>
      <ActionRow>
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
        {inFolder ? (
          <Button variant="quiet" icon={<FolderMinus aria-hidden />} onClick={() => void moves.takeOut(guide, inFolder)}>
            Remove from {inFolder.name}
          </Button>
        ) : (
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
        )}
        <Button variant="quiet" icon={<Copy aria-hidden />} onClick={() => void copy()}>
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
