import { usePageTitle } from '@lectern/platform';
import { Link, useParams } from '@lectern/platform/router';
import { Breadcrumb, SharedHead, space, TextSkeleton } from '@lectern/ui';
import { useCallback, type ReactNode } from 'react';
import { styled } from 'styled-components';
import { SharedGuideReading } from './SharedGuideReading';
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
  if (isPending) return <TextSkeleton label="Loading study guide" lines={24} />;
  if (!guide) return <SharedLinkProblem query={query} />;
  const way = (
    <Link key="folder" to={`/shared/folder/${secret}`}>
      {folder?.name ?? 'Shared folder'}
    </Link>
  );
  return (
    <>
      <Way>
        <Breadcrumb items={[way, guide.title]} />
      </Way>
      <SharedHead title={guide.title} what="study guide" owner={guide.owner} copyLabel="Copy the Folder" {...page} />
      <SharedGuideReading key={materialId} id={materialId} guide={guide} readAgain={readAgain} />
    </>
  );
};
