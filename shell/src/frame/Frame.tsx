import type { NavigationManifest } from '@lectern/platform';
import { LazyPart, measure, media, space } from '@lectern/ui';
import { useRef, type ReactNode } from 'react';
import { styled } from 'styled-components';
import { loadOffline } from '../offline/startOffline';
import { Footer } from './Footer';
import { Header } from './Header';
import { loadBottomBar, loadSidebar } from './learnerParts';
import { usePlaceOnPage } from './usePlaceOnPage';

const Page = styled.div`
  display: flex;
  flex-direction: column;
  min-height: 100dvh;
`;

const Body = styled.div`
  display: flex;
  flex: 1;
  min-width: 0;
`;

const Column = styled.div<{ $hasBottomBar: boolean }>`
  display: flex;
  flex-direction: column;
  flex: 1;
  min-width: 0;
  @media ${media.small} {
    padding-bottom: ${({ $hasBottomBar }) => ($hasBottomBar ? `calc(${measure.bottomBar} + env(safe-area-inset-bottom))` : '0')};
  }
`;

const Main = styled.main<{ $isBare: boolean; $isSignedIn: boolean; $isFocused: boolean }>`
  flex: 1;
  width: 100%;
  min-width: 0;
  max-width: ${({ $isBare }) => ($isBare ? 'none' : measure.content)};
  margin: 0 ${({ $isSignedIn, $isFocused }) => ($isSignedIn && !$isFocused ? '0' : 'auto')};
  padding: ${({ $isBare }) => ($isBare ? '0' : `${space[24]} ${space[16]} ${space[48]}`)};
  /* Keeps the footer below the first screen, so that it does not move when content replaces a skeleton. */
  min-height: ${({ $isSignedIn, $isFocused }) => ($isFocused ? '100dvh' : $isSignedIn ? `calc(100dvh - ${measure.header})` : 'auto')};
  @media print {
    min-height: auto;
  }
  &:focus {
    outline: none;
  }
  @media ${media.medium} {
    padding: ${({ $isBare }) => ($isBare ? '0' : `${space[32]} ${space[24]} ${space[64]}`)};
  }
  @media ${media.large} {
    padding-inline: ${({ $isBare, $isSignedIn }) => ($isBare ? '0' : $isSignedIn ? space[48] : space[24])};
  }
  @media ${media.wide} {
    max-width: ${({ $isBare, $isSignedIn }) => ($isBare ? 'none' : $isSignedIn ? measure.contentWide : measure.content)};
  }
`;

export interface FrameProps {
  /** Shows the sidebar. */
  isSignedIn: boolean;
  /** Focus mode: the page has its own header and no footer, and on a phone nothing else is shown. */
  isFocused?: boolean;
  isLanding: boolean;
  navigation: readonly NavigationManifest[];
  children: ReactNode;
}

/** The frame of every page: header, sidebar or bottom bar, and footer. */
export const Frame = ({ isSignedIn, isFocused = false, isLanding, navigation, children }: FrameProps): ReactNode => {
  const main = useRef<HTMLElement>(null);
  usePlaceOnPage(main);
  return (
    <Page>
      {!isFocused && <Header isSignedIn={isSignedIn} isLanding={isLanding} navigation={navigation} />}
      <Body>
        {isSignedIn && <LazyPart load={loadSidebar} props={{ navigation, isNarrow: isFocused }} />}
        <Column $hasBottomBar={isSignedIn && !isFocused}>
          {isSignedIn && <LazyPart load={loadOffline} props={{ isShown: !isFocused }} />}
          <Main id="main" ref={main} tabIndex={-1} $isBare={isLanding || isFocused} $isSignedIn={isSignedIn} $isFocused={isFocused}>
            {children}
          </Main>
          {!isFocused && <Footer isWide={isSignedIn} />}
        </Column>
      </Body>
      {isSignedIn && !isFocused && <LazyPart load={loadBottomBar} props={{ navigation }} />}
    </Page>
  );
};
