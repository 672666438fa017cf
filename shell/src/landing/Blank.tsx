import { CardGridSkeleton, color, GlobalStyle, measure, media, SkeletonBlock, space, TextSkeleton } from '@lectern/ui';
import type { NavigationManifest } from '@lectern/platform';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { BottomBar } from '../frame/BottomBar';
import { Sidebar } from '../frame/Sidebar';
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

const Content = ({ shape }: { shape: PageShape }): ReactNode => (
  <Page>
    <SkeletonBlock aria-hidden $width="min(320px, 70%)" $height="35px" />
    {shape === 'cards' ? <CardGridSkeleton label="Loading" /> : <TextSkeleton label="Loading" lines={12} />}
  </Page>
);

export interface BlankProps {
  shape: PageShape;
  navigation: readonly NavigationManifest[];
}

/**
 * Shown until the page's code is loaded: the header, and on a learner's page the navigation with a skeleton. Its links work before any
 * script runs. The page server does not know whether the visitor is signed in. A visitor who is not is redirected to the login page once
 * the scripts run.
 */
export const Blank = ({ shape, navigation }: BlankProps): ReactNode => (
  <>
    <GlobalStyle />
    {shape !== 'focused' && (
      <Bar>
        <Wordmark />
      </Bar>
    )}
    {shape !== 'plain' && (
      <Body>
        <Sidebar navigation={navigation} isNarrow={shape === 'focused'} />
        <Content shape={shape} />
      </Body>
    )}
    {(shape === 'cards' || shape === 'text') && <BottomBar navigation={navigation} />}
  </>
);
