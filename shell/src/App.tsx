import { useIsFocusMode, useSession } from '@lectern/platform';
import { Route, Routes, useLocation } from '@lectern/platform/router';
import { GlobalStyle, LazyPart, PageSkeleton } from '@lectern/ui';
import { useMemo, useState, type ComponentType, type ReactNode } from 'react';
import { Frame } from './frame/Frame';
import { Guard } from './Guard';
import { knownPages, navigationOf } from './knownAreas';
import { NotFound } from './NotFound';
import { AreaCard } from './remotes/AreaCard';
import { RemoteArea } from './remotes/RemoteArea';
import type { RemoteLoader } from './remotes/createRemoteLoader';
import type { Screens } from './remotes/screens';

export interface AppProps {
  /** Undefined on the server, which renders only the landing page. */
  screens: Screens | undefined;
  loader: RemoteLoader | undefined;
  /** The landing page, if it is loaded. */
  Landing?: ComponentType | undefined;
  /** Dialogs and toasts, which the page server does not render. */
  overlays?: ReactNode;
}

/** Loads the landing page, which other pages do not need. */
export const loadLanding = () => import(/* webpackChunkName: "landing" */ './landing/LandingPage').then(({ LandingPage }) => LandingPage);
const noProps = {};

const reload = (): void => {
  location.reload();
};

/** The whole site: frame, guards, and pages of all remotes. */
export const App = ({ screens, loader, Landing, overlays }: AppProps): ReactNode => {
  const { isAuthenticated } = useSession();
  const { pathname } = useLocation();
  const navigation = useMemo(() => navigationOf(loader?.remotes.flatMap(({ manifest }) => manifest.navigation) ?? []), [loader]);
  const pages = screens?.all ?? [];
  // A page that shows the result of its own sign-in keeps its frame until it navigates away.
  const [signedOutAt, setSignedOutAt] = useState<string>();
  if (!isAuthenticated && signedOutAt !== pathname) setSignedOutAt(pathname);
  const isFocusAsked = useIsFocusMode();
  const screen = screens?.at(pathname);
  const isResult = signedOutAt === pathname && screen?.staysAfterSignIn === true;
  const isSignedIn = isAuthenticated && pathname !== '/' && !isResult;
  const isFocused = (isSignedIn || screen?.isPublic === true) && (isFocusAsked ?? screen?.isFocused === true);
  const offered = new Set(pages.map(({ path }) => path));
  return (
    <>
      <GlobalStyle />
      <Frame isSignedIn={isSignedIn} isFocused={isFocused} isLanding={pathname === '/'} navigation={navigation}>
        <Routes>
          <Route
            path="/"
            element={
              <Guard access="signed-out">
                {Landing ? <Landing /> : <LazyPart load={loadLanding} props={noProps} fallback={<PageSkeleton />} />}
              </Guard>
            }
          />
          {screens &&
            pages.map((screen) => (
              <Route
                key={screen.path}
                path={screen.path}
                element={
                  <Guard key={screen.path} access={screen.access} staysAfterSignIn={screen.staysAfterSignIn} isPublic={screen.isPublic}>
                    <RemoteArea key={screen.path} screen={screen} screens={screens} />
                  </Guard>
                }
              />
            ))}
          {knownPages
            .filter(({ path }) => !offered.has(path))
            .map(({ path, access, isPublic }) => (
              <Route
                key={path}
                path={path}
                element={
                  <Guard access={access} isPublic={isPublic}>
                    <AreaCard onRetry={reload} />
                  </Guard>
                }
              />
            ))}
          <Route path="*" element={<NotFound />} />
        </Routes>
      </Frame>
      {overlays}
    </>
  );
};
