import type { StudyMaterialListItem } from '@lectern/contracts';
import { errorText, reportError, toast, useConfirm, usePageTitle, useSearchText } from '@lectern/platform';
import { Link, useNavigate, useParams } from '@lectern/platform/router';
import {
  ArrowLeft,
  CardGrid,
  CardGridSkeleton,
  EmptyState,
  ErrorState,
  FolderMinus,
  IconButton,
  PageHead,
  SearchField,
  space,
  TextLink,
} from '@lectern/ui';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { GuideCard } from '../guides/GuideCard';
import { isAbsent, useFolder, useLibraryChanges } from '../shared/libraryQueries';
import { trimmed } from '../shared/trimmed';
import { guideCount } from './folder-list.screen';

const Tools = styled.div`
  max-width: 420px;
  margin-bottom: ${space[24]};
`;
const Title = styled.span`
  display: inline-flex;
  align-items: center;
  gap: ${space[8]};
`;

/** One folder and the guides in it. */
export const FolderScreen = (): ReactNode => {
  const { id = '' } = useParams();
  const navigate = useNavigate();
  const confirm = useConfirm();
  const search = useSearchText();
  const folder = useFolder(id);
  const { removeFromFolder } = useLibraryChanges();
  usePageTitle(folder.data?.name ?? 'Folder');

  if (folder.isPending) return <CardGridSkeleton label="Loading folder" count={3} />;
  if (folder.isError && isAbsent(folder.error))
    return (
      <EmptyState
        drawing="folder"
        action={
          <TextLink as={Link} to="/folders">
            Back to folders
          </TextLink>
        }
      >
        Folder not found
      </EmptyState>
    );
  if (folder.isError)
    return (
      <ErrorState onRetry={() => void folder.refetch()} isRetrying={folder.isFetching}>
        {errorText(folder.error, 'Error loading folder')}
      </ErrorState>
    );

  const remove = async (guide: StudyMaterialListItem): Promise<void> => {
    const question = 'Are you sure you want to remove this study material from the folder?';
    if (!(await confirm({ question, confirmLabel: 'Remove', isDestructive: true }))) return;
    try {
      await removeFromFolder(guide._id, id);
      toast.success('Study guide removed from folder');
    } catch (error) {
      reportError(error, 'Failed to remove study guide');
    }
  };

  const { name, materials, studyMaterialCount } = folder.data;
  const wanted = search.text.trim().toLowerCase();
  const found = materials.filter(({ title, processedContent }) => `${title}\n${processedContent.overview}`.toLowerCase().includes(wanted));

  const list = (): ReactNode => {
    if (materials.length === 0)
      return (
        <EmptyState
          drawing="folder"
          title="This folder is empty"
          action={
            <TextLink as={Link} to="/study-materials">
              Go to study guides
            </TextLink>
          }
        >
          Add guides from their menu in the list of study guides.
        </EmptyState>
      );
    if (found.length === 0) return <EmptyState drawing="search">No study guides found</EmptyState>;
    return (
      <CardGrid>
        {found.map((guide) => (
          <GuideCard
            key={guide._id}
            guide={guide}
            text={trimmed(guide.processedContent.overview)}
            fromFolder={id}
            entries={[{ label: 'Remove from Folder', icon: <FolderMinus aria-hidden />, onSelect: () => void remove(guide) }]}
          />
        ))}
      </CardGrid>
    );
  };

  return (
    <>
      <PageHead
        title={
          <Title>
            <IconButton label="Back to folders" onClick={() => void navigate('/folders')}>
              <ArrowLeft aria-hidden />
            </IconButton>
            {name}
          </Title>
        }
        context={guideCount(studyMaterialCount)}
      />
      <Tools>
        <SearchField placeholder="Search study guides in this folder..." value={search.text} onChange={search.setText} />
      </Tools>
      {list()}
    </>
  );
};
