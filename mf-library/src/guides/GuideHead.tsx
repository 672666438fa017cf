import { formatDate, useMastery } from '@lectern/platform';
import { Link, useNavigate } from '@lectern/platform/router';
import {
  ArrowLeft,
  Breadcrumb,
  Button,
  ChevronLeft,
  color,
  MasteryFigure,
  measure,
  media,
  PageHead,
  size,
  SkeletonBlock,
  space,
  useMediaQuery,
  VisuallyHidden,
} from '@lectern/ui';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { useFolder } from '../shared/libraryQueries';

const Crumbs = styled.div`
  margin-bottom: ${space[12]};
  @media print {
    display: none;
  }
`;
/** A single line of text with a full-height touch target, which extends into the space above. */
const BackLink = styled(Link)`
  display: inline-flex;
  align-items: center;
  gap: ${space[4]};
  max-width: 100%;
  min-height: ${measure.target};
  margin: calc(-1 * ${space[16]}) 0 0 calc(-1 * ${space[8]});
  padding-right: ${space[12]};
  font-size: ${size[14]};
  color: ${color['ink-soft']};
  text-decoration: none;
  svg {
    flex: none;
    width: 20px;
    height: 20px;
  }
  span {
    overflow: hidden;
    white-space: nowrap;
    text-overflow: ellipsis;
  }
  @media print {
    display: none;
  }
`;
const BackButton = styled.span`
  @media print {
    display: none;
  }
`;
/** A compact header: on a phone the text must begin within the first 300 px. */
const Compact = styled.header`
  margin-bottom: ${space[12]};
  h1 {
    font-size: ${size[22]};
    overflow-wrap: anywhere;
  }
`;
const Context = styled.div`
  font-size: ${size[14]};
  line-height: 1.45;
  color: ${color['ink-soft']};
`;

/** Reserves one line for the mastery. Its touch target extends beyond that line. */
const MasteryPlace = styled.div`
  min-height: 24px;
  font-size: ${size[14]};
  color: ${color['ink-soft']};
  @media ${media.medium} {
    margin-top: ${space[4]};
  }
  @media ${media.touch} {
    > details > summary {
      margin-block: -10px;
    }
  }
`;

/** The folder that the guide was opened from. Null for the list of all guides. */
interface Way {
  folderId: string | null;
}

const FolderName = ({ id }: { id: string }): ReactNode => useFolder(id).data?.name ?? 'Folder';

const NarrowWay = ({ folderId }: Way): ReactNode => (
  <nav aria-label="Breadcrumb">
    <BackLink to={folderId ? `/folders/${folderId}` : '/study-materials'}>
      <ChevronLeft aria-hidden />
      <span>{folderId ? <FolderName id={folderId} /> : 'Study Materials'}</span>
    </BackLink>
  </nav>
);

/** The navigation above a guide: a breadcrumb, or a single back link on a phone. */
export const GuideWay = ({ folderId, title }: Way & { title: string | undefined }): ReactNode => {
  const isNarrow = useMediaQuery(media.small);
  if (isNarrow) return <NarrowWay folderId={folderId} />;
  const way = folderId
    ? [
        <Link key="folders" to="/folders">
          Folders
        </Link>,
        <Link key="folder" to={`/folders/${folderId}`}>
          <FolderName id={folderId} />
        </Link>,
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

interface HeadProps {
  title: ReactNode;
  date: ReactNode;
  mastery?: ReactNode;
  action: ReactNode;
}

const Head = ({ title, date, mastery, action }: HeadProps): ReactNode => {
  const isNarrow = useMediaQuery(media.small);
  if (!isNarrow)
    return (
      <PageHead title={title} context={date} actions={action}>
        <MasteryPlace>{mastery}</MasteryPlace>
      </PageHead>
    );
  return (
    <Compact>
      <h1 dir="auto">{title}</h1>
      <Context>
        {date}
        <MasteryPlace>{mastery}</MasteryPlace>
      </Context>
    </Compact>
  );
};

interface GuideHeadProps extends Way {
  id: string;
  title: string;
  createdAt: string;
}

/** The guide's title, date and mastery, with a "Back" button. On a phone `GuideWay` has the back link instead. */
export const GuideHead = ({ folderId, id, title, createdAt }: GuideHeadProps): ReactNode => {
  const navigate = useNavigate();
  const { data } = useMastery([id]);
  const mastery = data?.get(id);
  const isNarrow = useMediaQuery(media.small);
  return (
    <Head
      title={title}
      date={`Created on ${formatDate(createdAt)}`}
      mastery={mastery ? <MasteryFigure {...mastery} isCompact={isNarrow} /> : data && 'No cards or questions yet'}
      action={
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
  );
};

export const GuideHeadSkeleton = (): ReactNode => (
  <Head
    title={
      <>
        <VisuallyHidden>Study guide</VisuallyHidden>
        <SkeletonBlock $width="min(420px, 80%)" $height="1.25em" aria-hidden />
      </>
    }
    date={<SkeletonBlock as="span" $width="180px" $height="1.6em" aria-hidden />}
    action={<SkeletonBlock $width="92px" $height="40px" aria-hidden />}
  />
);
