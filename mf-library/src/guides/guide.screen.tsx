import type { Mark, StudyMaterial } from '@lectern/contracts';
import { isAbsent, useFocusMode, usePageTitle, withParameters } from '@lectern/platform';
import { Link, useParams, useSearchParams } from '@lectern/platform/router';
import {
  Button,
  ErrorState,
  LazyPart,
  media,
  NotFoundState,
  PageHead,
  space,
  TextSkeleton,
  useMediaQuery,
  useUndoLine,
  VisuallyHidden,
} from '@lectern/ui';
import { useRef, useState, type ReactNode } from 'react';
import { styled } from 'styled-components';
import { useGuide } from '../shared/libraryQueries';
import { useUpgradeView } from '../shared/useUpgradeView';
import { isGrowing } from './growthState';
import { GuideActions, GuideActionsSkeleton } from './GuideActions';
import { GuideHead, GuideHeadSkeleton, GuideWay } from './GuideHead';
import { GrowthNotice } from './GrowthNotice';
import { askPlaceId, GuideReading, ReadingColumns } from './GuideReading';
import { Marking } from './marks/Marking';
import { OpenMarkContext } from './marks/MarkedWords';
import { useGuideMarks } from './marks/useGuideMarks';
import { ContentsPanel, contentsBeside } from './reading/TableOfContents';
import { useSections } from './reading/useSections';
import { useRewrite } from './rewriting/useRewrite';

const loadEditor = () => import(/* webpackChunkName: "guide-editor" */ './editing/GuideEditor').then(({ GuideEditor }) => GuideEditor);

// Bundled with the editor: a separate chunk would add more to the remote's entry than the code's own size.
const loadGrowth = () => import(/* webpackChunkName: "guide-editor" */ './Growth').then(({ Growth }) => Growth);

/** Very wide windows get a centred page with larger text. */
const Sheet = styled.div`
  @media screen and ${media.wide} {
    max-width: 1120px;
    margin-inline: auto;
  }
`;

/** The nested processed markdown, falling back to the plain one. */
const markdownOf = ({ processedContent }: Pick<StudyMaterial, 'processedContent'>): string =>
  processedContent.processedContent?.markdownContent || processedContent.markdownContent;

const GuideSkeleton = (): ReactNode => (
  <>
    <GuideHeadSkeleton />
    <GuideActionsSkeleton />
    <ReadingColumns>
      <article>
        <TextSkeleton label="Loading study guide" lines={24} />
      </article>
    </ReadingColumns>
  </>
);

/** Shown if the guide does not exist, is not part of the plan, or could not be read. */
const GuideProblem = ({ guide, upgrade }: { guide: ReturnType<typeof useGuide>; upgrade: ReactNode }): ReactNode => {
  if (isAbsent(guide.error)) {
    return (
      <NotFoundState
        title="Study guide not found."
        drawing="guide"
        action={
          <Button as={Link} to="/study-materials" variant="secondary">
            Back to study guides
          </Button>
        }
      >
        It may have been deleted, or the link is incomplete.
      </NotFoundState>
    );
  }
  return (
    <>
      <VisuallyHidden as="h1">Study guide</VisuallyHidden>
      {upgrade || (
        <ErrorState onRetry={() => void guide.refetch()} isRetrying={guide.isFetching}>
          Error loading study guide. Please try again.
        </ErrorState>
      )}
    </>
  );
};

const noMarks: readonly Mark[] = [];

/** State of a side panel. The focus returns to the element that opened it. */
const usePanel = () => {
  const [isOpen, setIsOpen] = useState(false);
  const opener = useRef<Element | null>(null);
  return {
    isOpen,
    open: () => {
      opener.current = document.activeElement;
      setIsOpen(true);
    },
    close: () => {
      setIsOpen(false);
    },
    returnFocus: () => (opener.current instanceof HTMLElement ? opener.current : undefined),
  };
};

interface GuideViewProps {
  guide: StudyMaterial;
  folderId: string | null;
  onEdit: () => void;
}

/** State of the question field, and a function that opens it and scrolls to it. */
const useAskPlace = () => {
  const [isOpen, setIsOpen] = useState(false);
  const lead = (): void => {
    setIsOpen(true);
    document.getElementById(askPlaceId)?.scrollIntoView({ block: 'start' });
  };
  return { isOpen, setIsOpen, lead };
};

const GuideView = ({ guide, folderId, onEdit }: GuideViewProps): ReactNode => {
  const markdown = markdownOf(guide);
  const body = useRef<HTMLElement>(null);
  const sections = useSections(body, markdown);
  const isBeside = useMediaQuery(contentsBeside);
  const { undoLine, line } = useUndoLine();
  const rewrite = useRewrite(guide, undoLine);
  const guideMarks = useGuideMarks(guide._id);
  const [openedMark, setOpenedMark] = useState<string>();
  const list = usePanel();
  const contents = usePanel();
  const asking = useAskPlace();
  const hasPanel = !isBeside && sections.length > 1;
  return (
    <>
      <GuideHead id={guide._id} folderId={folderId} title={guide.title} createdAt={guide.createdAt} />
      <GuideActions
        guide={guide}
        markdown={markdown}
        onContents={hasPanel ? contents.open : undefined}
        onEdit={onEdit}
        onAsk={asking.lead}
        marks={guideMarks.marks ?? noMarks}
        onMarks={list.open}
        onRewrite={rewrite.start}
        undoLine={undoLine}
      />
      {line}
      <GrowthNotice guide={guide} />
      <LazyPart load={loadGrowth} isWanted={isGrowing(guide)} props={{ guide, body, sections }} />
      <OpenMarkContext value={setOpenedMark}>
        <GuideReading
          key={guide._id}
          guide={guide}
          markdown={markdown}
          body={body}
          sections={sections}
          marks={guideMarks.marks}
          rewrite={rewrite}
          isAskOpen={asking.isOpen}
          onAskToggle={asking.setIsOpen}
        />
      </OpenMarkContext>
      <Marking
        guide={guide}
        body={body}
        guideMarks={guideMarks}
        opened={openedMark}
        onOpen={setOpenedMark}
        isListOpen={list.isOpen}
        onListClose={list.close}
        returnFocus={list.returnFocus}
      />
      {rewrite.overlay}
      {hasPanel && <ContentsPanel sections={sections} isOpen={contents.isOpen} onClose={contents.close} />}
    </>
  );
};

/** On a phone the editor fills the page, in focus mode, and leaves its place to the text. */
const EditPage = styled.div`
  @media ${media.small} {
    padding: ${space[12]} ${space[16]} 0;
  }
`;

const Editing = ({ guide, onClose }: { guide: StudyMaterial; onClose: () => void }): ReactNode => {
  const isNarrow = useMediaQuery(media.small);
  useFocusMode(isNarrow || undefined);
  const title = `Edit ${guide.title}`;
  return (
    <EditPage>
      {isNarrow ? <VisuallyHidden as="h1">{title}</VisuallyHidden> : <PageHead title={title} />}
      <LazyPart
        load={loadEditor}
        props={{ guide, markdown: markdownOf(guide), onClose }}
        fallback={<TextSkeleton label="Loading the editor" lines={16} />}
      />
    </EditPage>
  );
};

const GuidePage = ({ guide, folderId }: { guide: StudyMaterial; folderId: string | null }): ReactNode => {
  const [parameters, setParameters] = useSearchParams();
  const setEditing = (isEditing: boolean): void => {
    setParameters((current) => withParameters(current, { edit: isEditing ? 'true' : undefined }));
  };
  if (parameters.get('edit') === 'true') {
    const close = (): void => {
      setEditing(false);
    };
    return <Editing guide={guide} onClose={close} />;
  }
  return (
    <GuideView
      guide={guide}
      folderId={folderId}
      onEdit={() => {
        setEditing(true);
      }}
    />
  );
};

/** The page of a single guide. */
export const GuideScreen = (): ReactNode => {
  const { id = '' } = useParams();
  const [parameters] = useSearchParams();
  const folderId = parameters.get('folder');
  const guide = useGuide(id);
  usePageTitle(guide.data?.title ?? 'Study guide');
  const upgrade = useUpgradeView(guide.error);
  const isNarrow = useMediaQuery(media.small);
  const content = (): ReactNode => {
    if (guide.isPending) return <GuideSkeleton />;
    return guide.data ? <GuidePage guide={guide.data} folderId={folderId} /> : <GuideProblem guide={guide} upgrade={upgrade} />;
  };
  return (
    <Sheet>
      {!isAbsent(guide.error) && !(isNarrow && parameters.get('edit') === 'true') && (
        <GuideWay folderId={folderId} title={guide.data?.title} />
      )}
      {content()}
    </Sheet>
  );
};
