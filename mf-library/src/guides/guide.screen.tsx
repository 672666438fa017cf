import { formatDate, toast, usePageTitle } from '@lectern/platform';
import { Link, useNavigate, useParams, useSearchParams } from '@lectern/platform/router';
import {
  ArrowLeft,
  Breadcrumb,
  Button,
  color,
  Copy,
  EmptyState,
  ErrorState,
  font,
  GraduationCap,
  Layers,
  PageHead,
  Printer,
  size,
  space,
  TextLink,
  TextSkeleton,
  VisuallyHidden,
} from '@lectern/ui';
import { Markdown, type MarkdownProps } from '@lectern/ui/markdown';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { isAbsent, useFolder, useGuide } from '../shared/libraryQueries';

const Actions = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space[8]};
  margin-bottom: ${space[24]};
  @media print {
    display: none;
  }
`;
const Crumbs = styled.div`
  margin-bottom: ${space[12]};
  @media print {
    display: none;
  }
`;
const Body = styled.article`
  max-width: 760px;
`;
const Origin = styled.p`
  margin-top: ${space[32]};
  padding-top: ${space[16]};
  border-top: 1px solid ${color.line};
  font-size: ${size[14]};
  color: ${color['ink-faint']};
`;

type Components = NonNullable<MarkdownProps['components']>;

const Reference = styled.sup`
  margin-left: 2px;
  font: 500 ${size[12]} / 1 ${font.interface};
  color: ${color['ink-faint']};
  font-variant-numeric: tabular-nums;
`;

/** A statement's mark, `[4](#slide-4)` in the markdown, says which slide or paragraph it comes from. */
const referencePattern = /^#(slide|paragraph)-(\d+)$/;

const components: Components = {
  a: ({ node: _node, href, children, ...rest }) => {
    const [, kind, number] = referencePattern.exec(href ?? '') ?? [];
    if (kind !== undefined && number !== undefined)
      return (
        <Reference title={`From ${kind} ${number}`}>
          <VisuallyHidden>(from {kind} </VisuallyHidden>
          {children}
          <VisuallyHidden>)</VisuallyHidden>
        </Reference>
      );
    return (
      <a href={href} {...(/^https?:/.test(href ?? '') && { target: '_blank', rel: 'noopener noreferrer' })} {...rest}>
        {children}
      </a>
    );
  },
};

/** Who made it, in words. */
const madeBy = (generatedBy: string): string =>
  generatedBy === 'offline' ? 'Made by the built-in engine from your material.' : `Made by ${generatedBy} from your material.`;

const FolderCrumb = ({ id }: { id: string }): ReactNode => {
  const folder = useFolder(id);
  return <Link to={`/folders/${id}`}>{folder.data?.name ?? 'Folder'}</Link>;
};

/** One guide, to read. */
export const GuideScreen = (): ReactNode => {
  const { id = '' } = useParams();
  const [parameters] = useSearchParams();
  const folderId = parameters.get('folder');
  const navigate = useNavigate();
  const guide = useGuide(id);
  usePageTitle(guide.data?.title ?? 'Study guide');

  const back = folderId ? `/folders/${folderId}` : '/study-materials';
  const crumbs = (
    <Crumbs>
      <Breadcrumb
        items={[
          ...(folderId
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
              ]),
          guide.data?.title ?? '',
        ].filter(Boolean)}
      />
    </Crumbs>
  );

  if (guide.isPending)
    return (
      <>
        {crumbs}
        <TextSkeleton label="Loading study guide" lines={12} />
      </>
    );
  if (guide.isError && isAbsent(guide.error))
    return (
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
  if (guide.isError)
    return (
      <ErrorState onRetry={() => void guide.refetch()} isRetrying={guide.isFetching}>
        Error loading study guide. Please try again.
      </ErrorState>
    );

  const { title, createdAt, processedContent, generatedBy, edited, limitation } = guide.data;
  const markdown = processedContent.markdownContent;
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(markdown);
      toast.success('Copied as Markdown');
    } catch {
      // Browsers refuse the clipboard in some windows; the learner is told.
      toast.error('The browser did not allow copying.');
    }
  };

  return (
    <>
      {crumbs}
      <PageHead
        title={title}
        context={`Created on ${formatDate(createdAt)}`}
        actions={
          <Button variant="secondary" icon={<ArrowLeft aria-hidden />} onClick={() => void navigate(back)}>
            Back
          </Button>
        }
      />
      <Actions>
        <Button icon={<GraduationCap aria-hidden />} onClick={() => void navigate(`/quizzes?material=${id}`)}>
          Quiz me
        </Button>
        <Button variant="secondary" icon={<Layers aria-hidden />} onClick={() => void navigate(`/quizzes?tab=flashcards&material=${id}`)}>
          Make cards
        </Button>
        <Button variant="quiet" icon={<Copy aria-hidden />} onClick={() => void copy()}>
          Copy
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
      </Actions>
      <Body>
        {markdown.trim() ? (
          <Markdown dropsTitleAndRules components={components}>
            {markdown}
          </Markdown>
        ) : (
          <p>No content available.</p>
        )}
        <Origin>
          {edited ? 'Your own version.' : madeBy(generatedBy)} {limitation}
        </Origin>
      </Body>
    </>
  );
};
