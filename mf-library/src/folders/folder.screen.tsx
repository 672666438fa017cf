import { mostGuides, type FolderDetail, type StudyMaterialListItem } from '@lectern/contracts';
import { errorText, isAbsent, useLimits, usePageTitle, useSearchText } from '@lectern/platform';
import { Link, useNavigate, useParams } from '@lectern/platform/router';
import {
  ArrowLeft,
  BookOpen,
  Button,
  CardGridSkeleton,
  ErrorState,
  IconButton,
  GraduationCap,
  NotFoundState,
  Pencil,
  PageHead,
  SearchField,
  Share2,
  SkeletonBlock,
  space,
  VisuallyHidden,
  type PageHeadProps,
  useUndoLine,
} from '@lectern/ui';
import { useCallback, useDeferredValue, useState, type ReactNode } from 'react';
import { styled } from 'styled-components';
import { useFolder } from '../shared/libraryQueries';
import { ListTools } from '../shared/ListTools';
import { useGuideMoves } from '../shared/useGuideMoves';
import { useUpgradeView } from '../shared/useUpgradeView';
import { ShareFolderDialog } from '../sharing/ShareDialogs';
import { AddGuidesDialog } from './AddGuidesDialog';
import { FolderGuides } from './FolderGuides';
import { RenameFolderDialog } from './RenameFolderDialog';
import { guideCount } from '../shared/guideCount';

const Top = styled.div`
  display: flex;
  align-items: flex-start;
  gap: ${space[8]};
  > :last-child {
    flex: 1;
    min-width: 0;
  }
`;
const removalWords = { done: 'Study guide removed from folder', failed: 'Failed to remove study guide' };

const FolderHead = ({ title, context, actions }: Pick<PageHeadProps, 'title' | 'context' | 'actions'>): ReactNode => {
  const navigate = useNavigate();
  return (
    <Top>
      <IconButton label="Back to folders" onClick={() => void navigate('/folders')}>
        <ArrowLeft aria-hidden />
      </IconButton>
      <PageHead title={title} context={context} actions={actions} />
    </Top>
  );
};

const FolderSkeleton = (): ReactNode => (
  <>
    <FolderHead
      title={
        <>
          <VisuallyHidden>Folder</VisuallyHidden>
          <SkeletonBlock $width="min(280px, 70%)" $height="35px" aria-hidden />
        </>
      }
      context={<SkeletonBlock $width="120px" $height="1lh" aria-hidden />}
      actions={['105px', '90px', '135px', '113px'].map((width) => (
        <SkeletonBlock key={width} $width={width} $height="44px" aria-hidden />
      ))}
    />
    <ListTools aria-hidden>
      <SkeletonBlock $height="44px" />
    </ListTools>
    <CardGridSkeleton label="Loading folder" count={3} lines={6} />
  </>
);

/** Shown if the folder does not exist, is not part of the plan, or could not be read. */
const FolderProblem = ({ folder, upgrade }: { folder: ReturnType<typeof useFolder>; upgrade: ReactNode }): ReactNode => {
  if (isAbsent(folder.error)) {
    return (
      <NotFoundState
        title="Folder not found"
        drawing="folder"
        action={
          <Button as={Link} to="/folders" variant="secondary">
            Back to folders
          </Button>
        }
      >
        It may have been deleted, or the link is incomplete.
      </NotFoundState>
    );
  }
  return (
    <>
      <VisuallyHidden as="h1">Folder</VisuallyHidden>
      {upgrade || (
        <ErrorState onRetry={() => void folder.refetch()} isRetrying={folder.isFetching} retryLabel="Try Again">
          {errorText(folder.error, 'Error loading folder')}
        </ErrorState>
      )}
    </>
  );
};

/** Opens the quiz form for all of the folder's guides, or the upgrade modal at the limit. */
const QuizOfFolder = ({ studyMaterialIds }: { studyMaterialIds: readonly string[] }): ReactNode => {
  const navigate = useNavigate();
  const { unlessAtLimit } = useLimits();
  const query = studyMaterialIds
    .slice(0, mostGuides)
    .map((id) => `material=${id}`)
    .join('&');
  return (
    <Button
      icon={<GraduationCap aria-hidden />}
      onClick={() => {
        unlessAtLimit('quizzes', () => void navigate(`/quizzes/new?${query}`));
      }}
    >
      Quiz me
    </Button>
  );
};

type OpenDialog = 'add' | 'rename' | 'share' | undefined;

/** The folder's action buttons. */
const FolderActions = ({ folder, open }: { folder: FolderDetail; open: (dialog: OpenDialog) => void }): ReactNode => {
  const isEmpty = folder.studyMaterials.length === 0;
  return (
    <>
      <Button variant="quiet" icon={<Pencil aria-hidden />} onClick={() => open('rename')}>
        Rename
      </Button>
      <Button variant="quiet" icon={<Share2 aria-hidden />} onClick={() => open('share')}>
        Share
      </Button>
      <Button variant={isEmpty ? 'primary' : 'secondary'} icon={<BookOpen aria-hidden />} onClick={() => open('add')}>
        Add guides
      </Button>
      {!isEmpty && <QuizOfFolder studyMaterialIds={folder.studyMaterials} />}
    </>
  );
};

/** A folder's page with its guides. */
export const FolderScreen = (): ReactNode => {
  const { id = '' } = useParams();
  const search = useSearchText();
  const folder = useFolder(id);
  const { undoLine, line } = useUndoLine();
  const moves = useGuideMoves(undoLine, removalWords);
  const wanted = useDeferredValue(search.text).trim().toLowerCase();
  const name = folder.data?.name ?? '';
  const [dialog, setDialog] = useState<OpenDialog>();
  usePageTitle(name || 'Folder');
  const upgrade = useUpgradeView(folder.error);

  const remove = useCallback((guide: StudyMaterialListItem) => void moves.takeOut(guide, { _id: id, name }), [moves, id, name]);

  if (folder.isPending) return <FolderSkeleton />;
  if (!folder.data) return <FolderProblem folder={folder} upgrade={upgrade} />;
  return (
    <>
      <FolderHead
        title={name}
        context={guideCount(folder.data.studyMaterialCount)}
        actions={<FolderActions folder={folder.data} open={setDialog} />}
      />
      <ListTools>
        <SearchField placeholder="Search study guides in this folder..." maxLength={200} value={search.text} onChange={search.setText} />
      </ListTools>
      {line}
      <FolderGuides folder={folder.data} wanted={wanted} onRemove={remove} />
      {dialog === 'add' && <AddGuidesDialog folder={folder.data} onClose={() => setDialog(undefined)} />}
      {dialog === 'share' && <ShareFolderDialog id={id} title={name} onClose={() => setDialog(undefined)} />}
      {dialog === 'rename' && <RenameFolderDialog folder={folder.data} onClose={() => setDialog(undefined)} />}
    </>
  );
};
