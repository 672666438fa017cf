import { usePageTitle } from '@lectern/platform';
import { Link, useParams } from '@lectern/platform/router';
import { Breadcrumb, space, TextSkeleton, VisuallyHidden } from '@lectern/ui';
import { useCallback, type ReactNode } from 'react';
import { styled } from 'styled-components';
import { SharedGuideView, SharedSheet } from './SharedGuideView';
import { SharedLinkProblem } from './SharedLinkProblem';
import { useSharedFolder, useSharedFolderGuide } from './sharedQueries';
import { useSharedFolderPage } from './useSharedFolderPage';

const Way = styled.div`
  margin-bottom: ${space[12]};
  @media print {
    display: none;
  }
`;

/** A guide of a shared folder. */
export const SharedFolderGuideScreen = (): ReactNode => {
  const { secret = '', materialId = '' } = useParams();
  const query = useSharedFolderGuide(secret, materialId);
  const { data: guide, isPending, refetch } = query;
  const folder = useSharedFolder(secret).data;
  usePageTitle(guide?.title ?? 'Shared study guide');
  const page = useSharedFolderPage(secret);
  const readAgain = useCallback(async () => (await refetch()).data, [refetch]);
  if (!guide && !isPending) return <SharedLinkProblem query={query} />;
  const way = (
    <Link key="folder" to={`/shared/folder/${secret}`}>
      {folder?.name ?? 'Shared folder'}
    </Link>
  );
  return (
    <SharedSheet>
      <Way>
        <Breadcrumb items={guide ? [way, guide.title] : [way]} />
      </Way>
      {guide ? (
        <SharedGuideView key={materialId} id={materialId} guide={guide} readAgain={readAgain} page={page} copyLabel="Copy the Folder" />
      ) : (
        <>
          <VisuallyHidden as="h1">Shared study guide</VisuallyHidden>
          <TextSkeleton label="Loading study guide" lines={24} />
        </>
      )}
    </SharedSheet>
  );
};
