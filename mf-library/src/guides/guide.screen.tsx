import type { StudyMaterial } from '@lectern/contracts';
import { formatDate, isAbsent, usePageTitle } from '@lectern/platform';
import { Link, useNavigate, useParams, useSearchParams } from '@lectern/platform/router';
import {
  ArrowLeft,
  Breadcrumb,
  Button,
  EmptyState,
  ErrorState,
  PageHead,
  SkeletonBlock,
  space,
  TextLink,
  TextSkeleton,
  VisuallyHidden,
} from '@lectern/ui';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { useFolder, useGuide } from '../shared/libraryQueries';
import { useUpgradeView } from '../shared/useUpgradeView';
import { ActionRow, GuideActions } from './GuideActions';
import { GuideReading, ReadingColumns } from './GuideReading';

const Crumbs = styled.div`
  margin-bottom: ${space[12]};
  @media print {
    display: none;
  }
`;
const BackButton = styled.span`
  @media print {
    display: none;
  }
`;

/** The nested processed markdown, or else the plain one (specification, section 2). */
export const markdownOf = ({ processedContent }: Pick<StudyMaterial, 'processedContent'>): string =>
  processedContent.processedContent?.markdownContent || processedContent.markdownContent;

const FolderCrumb = ({ id }: { id: string }): ReactNode => {
  const folder = useFolder(id);
  return <Link to={`/folders/${id}`}>{folder.data?.name ?? 'Folder'}</Link>;
};

/** The skeleton of a guide's page. */
const GuideSkeleton = (): ReactNode => (
  <>
    <PageHead
      title={
        <>
          <VisuallyHidden>Study guide</VisuallyHidden>
          <SkeletonBlock $width="min(420px, 80%)" $height="35px" aria-hidden />
        </>
      }
      context={<SkeletonBlock $width="180px" $height="26px" aria-hidden />}
      actions={<SkeletonBlock $width="92px" $height="40px" aria-hidden />}
    />
    <ActionRow aria-hidden>
      {['116px', '128px', '160px', '170px', '88px'].map((width) => (
        <SkeletonBlock key={width} $width={width} $height="40px" />
      ))}
    </ActionRow>
    <ReadingColumns>
      <article>
        <TextSkeleton label="Loading study guide" lines={24} />
      </article>
    </ReadingColumns>
  </>
);

interface GuideCrumbsProps {
  /** The folder that the guide was opened from. */
  folderId: string | null;
  title: string | undefined;
}

const GuideCrumbs = ({ folderId, title }: GuideCrumbsProps): ReactNode => {
  const way = folderId
    ? [
        <Link key="folders" to="/folders">
          Folders
        </Link>,
        <FolderCrumb key="folder" id={folderId} />,
      ]
    : [
        <Link key="guides" to="/study-materials">
          Study Materials
        </Link>,
      ];
  return (
    <Crumbs>
      <Breadcrumb items={title === undefined ? way : [...way, title]} />
    </Crumbs>
  );
};

/** The guide does not exist, is not part of the plan, or could not be read. */
const GuideProblem = ({ guide, upgrade }: { guide: ReturnType<typeof useGuide>; upgrade: ReactNode }): ReactNode => {
  const absent = isAbsent(guide.error) && (
    <EmptyState
      drawing="guide"
      action={
        <TextLink as={Link} to="/study-materials">
          Back to study guides
        </TextLink>
      }
    >
      Study guide not found.
    </EmptyState>
  );
  return (
    <>
      <VisuallyHidden as="h1">Study guide</VisuallyHidden>
      {absent || upgrade || (
        <ErrorState onRetry={() => void guide.refetch()} isRetrying={guide.isFetching}>
          Error loading study guide. Please try again.
        </ErrorState>
      )}
    </>
  );
};

const GuidePage = ({ guide, folderId }: { guide: StudyMaterial; folderId: string | null }): ReactNode => {
  const navigate = useNavigate();
  const markdown = markdownOf(guide);
  return (
    <>
      <PageHead
        title={guide.title}
        context={`Created on ${formatDate(guide.createdAt)}`}
        actions={
          <BackButton>
            <Button
              variant="secondary"
              icon={<ArrowLeft aria-hidden />}
              onClick={() => void navigate(folderId ? `/folders/${folderId}` : '/study-materials')}
            >
              Back
            </Button>
          </BackButton>
        }
      />
      <GuideActions guide={guide} markdown={markdown} />
      <GuideReading key={guide._id} guide={guide} markdown={markdown} />
    </>
  );
};

/** One guide, to read. */
export const GuideScreen = (): ReactNode => {
  const { id = '' } = useParams();
  const [parameters] = useSearchParams();
  const folderId = parameters.get('folder');
  const guide = useGuide(id);
  usePageTitle(guide.data?.title ?? 'Study guide');
  const upgrade = useUpgradeView(guide.error);
  const content = (): ReactNode => {
    if (guide.isPending) return <GuideSkeleton />;
    return guide.data ? <GuidePage guide={guide.data} folderId={folderId} /> : <GuideProblem guide={guide} upgrade={upgrade} />;
  };
  return (
    <>
      <GuideCrumbs folderId={folderId} title={guide.data?.title} />
      {content()}
    </>
  );
};
