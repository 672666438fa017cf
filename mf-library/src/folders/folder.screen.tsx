import type { StudyMaterialListItem } from '@lectern/contracts';
import { errorText, usePageTitle, useSearchText } from '@lectern/platform';
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
  SkeletonBlock,
  space,
  TextLink,
  VisuallyHidden,
} from '@lectern/ui';
import { memo, useCallback, useDeferredValue, useRef, type ReactNode } from 'react';
import { styled } from 'styled-components';
import { GuideCard } from '../guides/GuideCard';
import { focusNear, placeOf } from '../shared/focusNear';
import { isAbsent, isUpgradeRequired, useFolder } from '../shared/libraryQueries';
import { ListTools } from '../shared/ListTools';
import { trimmed } from '../shared/trimmed';
import { UpgradeNeeded } from '../shared/UpgradeNeeded';
import { useGuideMoves } from '../shared/useGuideMoves';
import { useUndoLine } from '../shared/useUndoLine';
import { useUpgradeReport } from '../shared/useUpgradeReport';
import { guideCount } from './guideCount';

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

interface FolderGuideProps {
  guide: StudyMaterialListItem;
  folderId: string;
  onRemove: (guide: StudyMaterialListItem) => void;
}

/** A guide of the folder; drawn again only when it changes itself. */
const FolderGuide = memo(({ guide, folderId, onRemove }: FolderGuideProps): ReactNode => (
  <GuideCard
    guide={guide}
    text={trimmed(guide.processedContent.overview)}
    fromFolder={folderId}
    entries={[
      {
        label: 'Remove from Folder',
        icon: <FolderMinus aria-hidden />,
        onSelect: () => {
          onRemove(guide);
        },
      },
    ]}
  />
));

/** One folder and the guides in it. */
export const FolderScreen = (): ReactNode => {
  const { id = '' } = useParams();
  const navigate = useNavigate();
  const search = useSearchText();
  const folder = useFolder(id);
  const { undoLine, line } = useUndoLine();
  const moves = useGuideMoves(undoLine, removalWords);
  const region = useRef<HTMLDivElement>(null);
  const wanted = useDeferredValue(search.text).trim().toLowerCase();
  const name = folder.data?.name ?? '';
  usePageTitle(name || 'Folder');
  useUpgradeReport(folder.error);

  const remove = useCallback(
    (guide: StudyMaterialListItem) => {
      const place = placeOf(region.current, guide._id);
      void moves.takeOut(guide, { _id: id, name }, () => {
        focusNear(region.current, place);
      });
    },
    [moves, id, name],
  );

  const back = (
    <IconButton label="Back to folders" onClick={() => void navigate('/folders')}>
      <ArrowLeft aria-hidden />
    </IconButton>
  );

  if (folder.isPending)
    return (
      <>
        <Top>
          {back}
          <PageHead
            title={
              <>
                <VisuallyHidden>Folder</VisuallyHidden>
                <SkeletonBlock $width="min(280px, 70%)" $height="35px" aria-hidden />
              </>
            }
            context={<SkeletonBlock $width="120px" $height="26px" aria-hidden />}
          />
        </Top>
        <ListTools aria-hidden>
          <SkeletonBlock $height="44px" />
        </ListTools>
        <CardGridSkeleton label="Loading folder" count={3} />
      </>
    );
  if (!folder.data)
    return (
      <>
        <VisuallyHidden as="h1">Folder</VisuallyHidden>
        {isAbsent(folder.error) ? (
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
        ) : isUpgradeRequired(folder.error) ? (
          <UpgradeNeeded error={folder.error} />
        ) : (
          <ErrorState onRetry={() => void folder.refetch()} isRetrying={folder.isFetching} retryLabel="Try Again">
            {errorText(folder.error, 'Error loading folder')}
          </ErrorState>
        )}
      </>
    );

  const { materials, studyMaterialCount } = folder.data;
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
    if (found.length === 0)
      return (
        <EmptyState drawing="search" title="No study guides found">
          No guide in this folder has this in its title or overview.
        </EmptyState>
      );
    return (
      <CardGrid>
        {found.map((guide) => (
          <FolderGuide key={guide._id} guide={guide} folderId={id} onRemove={remove} />
        ))}
      </CardGrid>
    );
  };

  return (
    <>
      <Top>
        {back}
        <PageHead title={name} context={guideCount(studyMaterialCount)} />
      </Top>
      <ListTools>
        <SearchField placeholder="Search study guides in this folder..." maxLength={200} value={search.text} onChange={search.setText} />
      </ListTools>
      {line}
      <div ref={region} tabIndex={-1}>
        {list()}
      </div>
    </>
  );
};
