import type { SharedFolderGuide } from '@lectern/contracts';
import { formatDate, usePageTitle } from '@lectern/platform';
import { Link, useParams } from '@lectern/platform/router';
import {
  Card,
  CardGrid,
  CardGridSkeleton,
  cardLink,
  CardMeta,
  CardText,
  CardTitle,
  EmptyState,
  ReportPage,
  SharedHead,
  VisuallyHidden,
} from '@lectern/ui';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { guideCount } from '../shared/guideCount';
import { trimmed } from '../shared/trimmed';
import { SharedLinkProblem } from './SharedLinkProblem';
import { useSharedFolder } from './sharedQueries';
import { useSharedFolderPage } from './useSharedFolderPage';

const TitleLink = styled(Link)`
  ${cardLink}
`;

const GuideCard = ({ secret, guide: { _id, title, preview, createdAt } }: { secret: string; guide: SharedFolderGuide }): ReactNode => (
  <Card isRaisable>
    <CardTitle>
      <TitleLink to={`/shared/folder/${secret}/${_id}`}>{title}</TitleLink>
    </CardTitle>
    <CardText dir="auto">{trimmed(preview)}</CardText>
    <CardMeta>{formatDate(createdAt)}</CardMeta>
  </Card>
);

/** A folder that its owner shares, with the guides that it has now, for anyone with the link. */
export const SharedFolderScreen = (): ReactNode => {
  const { secret = '' } = useParams();
  const query = useSharedFolder(secret);
  const { data: folder, isPending } = query;
  usePageTitle(folder?.name ?? 'Shared folder');
  const { report, ...copying } = useSharedFolderPage(secret);
  if (isPending)
    return (
      <>
        <VisuallyHidden as="h1">Shared folder</VisuallyHidden>
        <CardGridSkeleton label="Loading folder" count={3} lines={6} />
      </>
    );
  if (!folder) return <SharedLinkProblem query={query} />;
  return (
    <>
      <SharedHead title={folder.name} what="folder" owner={folder.owner} context={guideCount(folder.guides.length)} {...copying} />
      {folder.guides.length === 0 ? (
        <EmptyState drawing="folder">There are no guides in this folder yet.</EmptyState>
      ) : (
        <CardGrid>
          {folder.guides.map((guide) => (
            <GuideCard key={guide._id} secret={secret} guide={guide} />
          ))}
        </CardGrid>
      )}
      <ReportPage report={report} />
    </>
  );
};
