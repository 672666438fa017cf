import './trustedTypes';
import {
  chooseTheme,
  configureSettings,
  followOtherTabs,
  getSession,
  platformStore,
  prepareCalls,
  prepareToasts,
  provideSlots,
  QueryCache,
  readTheme,
  startSession,
  whenSessionEnds,
} from '@lectern/platform';
import { BrowserRouter } from '@lectern/platform/router';
import { Provider } from 'jotai';
import { startTransition, StrictMode, type ReactNode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { App, loadLanding } from './App';
import { prepareLearnerParts } from './frame/learnerParts';
import { startOffline } from './offline/startOffline';
import { Overlays } from './overlays/Overlays';
import { readPageData } from './readPageData';
import { createRemoteLoader } from './remotes/createRemoteLoader';
import { keepCohort } from './remotes/keepCohort';
import { createScreens } from './remotes/screens';
import { tellSessionEnded } from './sessionToasts';
import { whenUsed } from './whenUsed';

const logFailure = (error: unknown): void => {
  console.error(error);
};

/** A page whose code loads within this time is rendered without a skeleton first. Milliseconds. */
const firstPaintPatienceMs = 1_200;

const start = async (): Promise<void> => {
  // The content security policy allows no inline script that could do it earlier.
  chooseTheme(readTheme());
  const data = readPageData();
  const { apiUrl, supportEmail, registry, contract, isSplit } = data;
  configureSettings({ apiUrl, supportEmail });
  startSession();
  followOtherTabs();
  whenSessionEnds(tellSessionEnded);
  if (isSplit) keepCohort();
  startOffline(data);
  // A visitor who types is likely to submit a form soon.
  addEventListener('input', prepareCalls, { once: true });
  // The first toast may report a lost connection, so its code is loaded when the visitor begins to use the page.
  whenUsed(() => void prepareToasts().catch(logFailure));

  const loader = createRemoteLoader(registry);
  // A visitor of the landing page who moves the pointer or the focus is likely to open a page of a remote soon.
  for (const name of ['pointerover', 'focusin']) addEventListener(name, loader.prepare, { once: true });
  const screens = createScreens(loader, contract);
  provideSlots(screens.slot);

  const { token } = getSession();
  if (token !== undefined) prepareLearnerParts();
  const isLanding = location.pathname === '/';
  // Visitors who will be redirected wait for the page that they are redirected to.
  const path = isLanding && token !== undefined ? '/dashboard' : location.pathname;
  const wanted = screens.at(path);
  const isAllowed = wanted?.access === 'signed-in' ? token !== undefined : token === undefined;
  const target = wanted && (isAllowed ? wanted : screens.at(wanted.access === 'signed-in' ? '/login' : '/dashboard'));
  if (target) {
    const patience = new Promise((resolve) => setTimeout(resolve, firstPaintPatienceMs));
    await Promise.race([screens.load(target).catch(() => undefined), patience]);
  }
  // The page server has rendered it, so it must be there for the hydration. After a failure the app tries again.
  const Landing = path === '/' ? ((await loadLanding().catch(logFailure)) ?? undefined) : undefined;

  const app: ReactNode = (
    <StrictMode>
      <Provider store={platformStore}>
        <QueryCache>
          <BrowserRouter>
            <App screens={screens} loader={loader} Landing={Landing} overlays={<Overlays />} />
          </BrowserRouter>
        </QueryCache>
      </Provider>
    </StrictMode>
  );
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no root element.');
  // The server renders only the landing page, and only for visitors without a session. The service worker's page has another content.
  if (Landing && document.getElementById('later')) {
    // Hydrated in time slices, so that the page responds to input in between.
    await new Promise((resolve) => setTimeout(resolve));
    startTransition(() => {
      hydrateRoot(root, app);
    });
  } else createRoot(root).render(app);
  if (process.env.LECTERN_BUILD === 'development') (await import('./development/showOverrides')).showOverrides(data);
};

start().catch(logFailure);
