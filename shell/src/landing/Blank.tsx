import { CardGridSkeleton, color, GlobalStyle, measure, media, SkeletonBlock, space, TextSkeleton } from '@lectern/ui';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { Wordmark } from '../frame/Wordmark';
import type { PageShape } from '../PageData';

const Bar = styled.div`
  display: flex;
  align-items: center;
  height: ${measure.header};
  padding: 0 ${space[16]};
  background: ${color.paper};
  @media ${media.medium} {
    padding: 0 ${space[24]};
  }
`;

const Body = styled.div`
  display: flex;
`;

const Sidebar = styled.div<{ $isNarrow: boolean }>`
  display: none;
  @media ${media.medium} {
    display: grid;
    align-content: start;
    flex: none;
    gap: ${space[24]};
    width: ${({ $isNarrow }) => ($isNarrow ? measure.sidebarIcons : measure.sidebar)};
    height: ${({ $isNarrow }) => ($isNarrow ? '100dvh' : `calc(100dvh - ${measure.header})`)};
    padding: ${space[32]} ${space[24]};
    border-right: 1px solid ${color.line};
  }
  @media ${media.icons} {
    width: ${measure.sidebarIcons};
  }
`;

const Page = styled.div`
  flex: 1;
  min-width: 0;
  max-width: ${measure.content};
  padding: ${space[24]} ${space[16]} 0;
  > :first-child {
    margin-bottom: ${space[32]};
  }
  @media ${media.medium} {
    padding: ${space[32]} ${space[24]} 0;
  }
  @media ${media.large} {
    padding-inline: ${space[48]};
  }
`;

const BottomBar = styled.div`
  position: fixed;
  inset: auto 0 0;
  height: calc(${measure.bottomBar} + env(safe-area-inset-bottom));
  border-top: 1px solid ${color.line};
  background: ${color.surface};
  @media ${media.medium} {
    display: none;
  }
`;

/** About as many lines as the sidebar has entries. */
const sidebarLines = 6;

const Content = ({ shape }: { shape: PageShape }): ReactNode => (
  <Page>
    <SkeletonBlock aria-hidden $width="min(320px, 70%)" $height="35px" />
    {shape === 'cards' ? <CardGridSkeleton label="Loading" /> : <TextSkeleton label="Loading" lines={12} />}
  </Page>
);

/**
 * Shown until the code of the page is loaded: the header, and for a learner's page the frame with a skeleton. The page server does not know whether the
 * visitor is signed in. A visitor who is not is redirected to the login page as soon as the scripts run.
 */
export const Blank = ({ shape }: { shape: PageShape }): ReactNode => (
  <>
    <GlobalStyle />
    {shape !== 'focused' && (
      <Bar>
        <Wordmark />
      </Bar>
    )}
    {shape !== 'plain' && (
      <Body>
        <Sidebar aria-hidden $isNarrow={shape === 'focused'}>
          {Array.from({ length: sidebarLines }, (_, line) => (
            <SkeletonBlock key={line} $height="20px" />
          ))}
        </Sidebar>
        <Content shape={shape} />
      </Body>
    )}
    {(shape === 'cards' || shape === 'text') && <BottomBar aria-hidden />}
  </>
);
