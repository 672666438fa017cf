import { configureSettings, platformStore } from '@lectern/platform';
import { StaticRouter } from '@lectern/platform/server-router';
import { Provider } from 'jotai';
import { StrictMode, type ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { ServerStyleSheet } from 'styled-components';
import { App } from '../App';
import type { PageShape } from '../PageData';
import { Blank } from './Blank';

/** Called once by the page server, with the same settings as in the page's data: server and browser have to render the same. */
export const configureRenderer = configureSettings;

/** The markup of the landing page; for every other path the frame with a skeleton, which the browser replaces. */
export const renderPage = (path: string, nonce: string, shape: PageShape): { html: string; styles: string } => {
  const sheet = new ServerStyleSheet({ nonce });
  try {
    const page: ReactNode =
      path === '/' ? (
        <StrictMode>
          <Provider store={platformStore}>
            <StaticRouter location="/">
              <App screens={undefined} loader={undefined} />
            </StaticRouter>
          </Provider>
        </StrictMode>
      ) : (
        <Blank shape={shape} />
      );
    const html = renderToString(sheet.collectStyles(page));
    return { html, styles: sheet.getStyleTags() };
  } finally {
    sheet.seal();
  }
};
