import type { NavigationManifest } from '@lectern/platform';
import { useLocation } from '@lectern/platform/router';
import { color, measure, media, radius, space } from '@lectern/ui';
import { lazy, Suspense, useEffect, useRef, type ReactNode } from 'react';
import { styled } from 'styled-components';
import { Footer } from './Footer';
import { Header } from './Header';
import { Sidebar } from './Sidebar';

const BottomBar = lazy(() => import(/* webpackChunkName: "user-menu" */ './BottomBar').then(({ BottomBar: Bar }) => ({ default: Bar })));

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

const Column = styled.div<{ $isSignedIn: boolean }>`
  display: flex;
  flex-direction: column;
  flex: 1;
  min-width: 0;
  @media ${media.small} {
    padding-bottom: ${({ $isSignedIn }) => ($isSignedIn ? `calc(${measure.bottomBar} + env(safe-area-inset-bottom))` : '0')};
  }
`;

const Main = styled.main<{ $isBare: boolean; $isSignedIn: boolean }>`
  flex: 1;
  width: 100%;
  min-width: 0;
  max-width: ${({ $isBare }) => ($isBare ? 'none' : measure.content)};
  margin: 0 ${({ $isSignedIn }) => ($isSignedIn ? '0' : 'auto')};
  padding: ${({ $isBare }) => ($isBare ? '0' : `${space[24]} ${space[16]} ${space[48]}`)};
  &:focus {
    outline: none;
  }
  @media ${media.medium} {
    padding: ${({ $isBare }) => ($isBare ? '0' : `${space[32]} ${space[24]} ${space[64]}`)};
  }
  @media ${media.large} {
    padding-inline: ${({ $isBare }) => ($isBare ? '0' : space[48])};
  }
`;

const Skip = styled.a`
  position: absolute;
  z-index: 70;
  left: ${space[16]};
  top: -64px;
  padding: ${space[8]} ${space[16]};
  border-radius: ${radius.field};
  background: ${color.accent};
  color: ${color['on-accent']};
  &:focus {
    top: ${space[12]};
    color: ${color['on-accent']};
  }
`;

export interface FrameProps {
  /** With the sidebar. */
  isSignedIn: boolean;
  isLanding: boolean;
  navigation: readonly NavigationManifest[];
  children: ReactNode;
}

/** Header, sidebar or bottom bar, the page, footer. */
export const Frame = ({ isSignedIn, isLanding, navigation, children }: FrameProps): ReactNode => {
  const { pathname } = useLocation();
  const main = useRef<HTMLElement>(null);
  const previous = useRef(pathname);
  useEffect(() => {
    if (previous.current === pathname) return;
    previous.current = pathname;
    // A new page begins at its top, and screen readers start there, too.
    scrollTo(0, 0);
    main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return (
    <Page>
      <Skip href="#main">Skip to content</Skip>
      <Header isSignedIn={isSignedIn} isLanding={isLanding} />
      <Body>
        {isSignedIn && <Sidebar navigation={navigation} />}
        <Column $isSignedIn={isSignedIn}>
          <Main id="main" ref={main} tabIndex={-1} $isBare={isLanding} $isSignedIn={isSignedIn}>
            {children}
          </Main>
          <Footer isWide={isSignedIn} />
        </Column>
      </Body>
      {isSignedIn && (
        <Suspense fallback={null}>
          <BottomBar navigation={navigation} />
        </Suspense>
      )}
    </Page>
  );
};
