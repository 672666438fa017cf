import { useFocusMode } from '@lectern/platform';
import { Link } from '@lectern/platform/router';
import { color, IconButton, measure, media, ProgressBar, size, space, X } from '@lectern/ui';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';

const Page = styled.div`
  display: flex;
  flex-direction: column;
  min-height: 100dvh;
`;

const Bar = styled.header`
  position: sticky;
  top: 0;
  z-index: 20;
  background: ${color.paper};
  > div:first-child {
    display: flex;
    align-items: center;
    gap: ${space[8]};
    height: 55px;
    max-width: ${measure.content};
    margin: 0 auto;
    padding: 0 ${space[8]};
    /* Two lines of a title and one of context. */
    @media ${media.small} {
      height: 66px;
    }
  }
`;

/** Reserves the height of the progress bar while the page loads. */
const NoProgress = styled.div`
  height: 4px;
`;

const Titles = styled.div`
  flex: 1;
  min-width: 0;
  > * {
    overflow: hidden;
    white-space: nowrap;
    text-overflow: ellipsis;
  }
  h1 {
    font-size: ${size[16]};
    line-height: 1.35;
  }
  @media ${media.small} {
    h1 {
      display: -webkit-box;
      line-height: 1.2;
      white-space: normal;
      -webkit-box-orient: vertical;
      -webkit-line-clamp: 2;
    }
  }
  p {
    font-size: ${size[12]};
    line-height: 1.35;
    color: ${color['ink-faint']};
  }
`;

const Content = styled.div`
  display: flex;
  flex: 1;
  flex-direction: column;
  width: 100%;
  max-width: 792px;
  margin: 0 auto;
  padding: ${space[12]} ${space[16]} ${space[24]};
  @media ${media.medium} {
    padding-top: ${space[32]};
  }
`;

/** Sticks to the bottom of the window: within the thumb's reach on a phone, and visible without scrolling. */
const Actions = styled.div`
  position: sticky;
  bottom: 0;
  z-index: 10;
  border-top: 1px solid ${color.line};
  background: ${color.paper};
  > div {
    display: flex;
    flex-wrap: wrap;
    justify-content: flex-end;
    gap: ${space[8]} ${space[12]};
    max-width: 792px;
    margin: 0 auto;
    padding: ${space[12]} ${space[16]} calc(${space[12]} + env(safe-area-inset-bottom));
  }
  @media ${media.small} {
    > div > * {
      flex: 1;
      min-width: 0;
      padding-inline: ${space[8]};
    }
  }
  @media print {
    position: static;
  }
`;

export interface FocusPageProps {
  /** Path that the close button leads to: the list, or the next page. */
  closeTo: string;
  title: ReactNode;
  /** One line of context. */
  description?: string;
  /** Buttons at the end of the line. */
  menu?: ReactNode;
  /** The position, such as 'Question 3 of 10', and its percentage from 0 to 100. Undefined while loading. */
  position?: { label: string; percent: number };
  /** Buttons at the bottom of the window. */
  actions?: ReactNode;
  children: ReactNode;
}

/** A page in focus mode: a line with close button, progress and menu; the content; the actions at the bottom of the window. */
export const FocusPage = ({ closeTo, title, description = '', menu, position, actions, children }: FocusPageProps): ReactNode => {
  useFocusMode(true);
  return (
    <Page>
      <Bar>
        <div>
          <IconButton as={Link} to={closeTo} label="Close">
            <X aria-hidden />
          </IconButton>
          <Titles>
            <h1 dir="auto">{title}</h1>
            {description !== '' && <p dir="auto">{description}</p>}
          </Titles>
          {menu}
        </div>
        {position ? <ProgressBar label={position.label} percent={position.percent} isThin /> : <NoProgress />}
      </Bar>
      <Content>{children}</Content>
      {actions !== undefined && (
        <Actions>
          <div>{actions}</div>
        </Actions>
      )}
    </Page>
  );
};
