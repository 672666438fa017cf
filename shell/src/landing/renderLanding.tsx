import { configureSettings, platformStore, type NavigationManifest } from '@lectern/platform';
import { StaticRouter } from '@lectern/platform/server-router';
import { Provider } from 'jotai';
import { StrictMode, type ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { ServerStyleSheet } from 'styled-components';
import { App } from '../App';
import { navigationOf } from '../knownAreas';
import type { PageShape } from '../PageData';
import { Blank } from './Blank';
import { LandingPage } from './LandingPage';

/** Called once by the page server, with the same settings as in the page's data, because server and browser must render the same markup. */
export const configureRenderer = configureSettings;

/**
 * Renders the landing page; for any other path, the frame with a skeleton, which the browser replaces.
 *
 * @param announced the navigation entries of the remotes' manifests
 */
export const renderPage = (
  path: string,
  nonce: string,
  shape: PageShape,
  announced: readonly NavigationManifest[],
): { html: string; styles: string } => {
  const sheet = new ServerStyleSheet({ nonce });
  try {
    const content =
      path === '/' ? (
        <App screens={undefined} loader={undefined} Landing={LandingPage} />
      ) : (
        <Blank shape={shape} navigation={navigationOf(announced)} />
      );
    const page: ReactNode = (
      <StrictMode>
        <Provider store={platformStore}>
          <StaticRouter location={path}>{content}</StaticRouter>
        </Provider>
      </StrictMode>
    );
    const html = renderToString(sheet.collectStyles(page));
    return { html, styles: sheet.getStyleTags() };
  } finally {
    sheet.seal();
  }
};
