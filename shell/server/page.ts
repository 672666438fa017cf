import type { ChosenRemote, RegisteredRemote, ReleaseFile, RouteManifest } from '@lectern/registry';
import { framePath, keptFilesId } from '@lectern/worker/names';
import type { OfferedOverride, PageData, PageShape } from '../src/PageData.ts';
import { keptFiles } from './keptFiles.ts';
import type { ShellRelease } from './ShellRelease.ts';

/** Markup and styles of the server-rendered part. */
export interface RenderedPage {
  html: string;
  styles: string;
}

export interface PageOptions {
  path: string;
  nonce: string;
  release: ShellRelease;
  rendered: RenderedPage;
  remotes: readonly ChosenRemote[];
  apiUrl: string;
  supportEmail: string;
  hasWorker: boolean;
  overrides?: OfferedOverride[];
}

const attribute = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/** Serialises JSON so that it is safe inside a script element. */
const data = (value: unknown): string =>
  JSON.stringify(value).replaceAll('<', '\\u003c').replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');

const matches = (pattern: string, path: string): boolean => {
  const parts = pattern.split('/');
  const given = path.replace(/(?<!\/)\/+$/, '').split('/');
  return parts.length === given.length && parts.every((part, index) => part.startsWith(':') || part === given[index]);
};

/** Removes the fields of a remote that browsers do not get. */
export const withoutRoutes = ({ routes: _routes, chunks: _chunks, slotChunks: _slotChunks, ...remote }: ChosenRemote): RegisteredRemote =>
  remote;

interface WantedRoute {
  remote: ChosenRemote;
  route: RouteManifest;
}

/** Finds the route of a path. Routes with fewer parameters take precedence. */
const routeFor = (path: string, remotes: readonly ChosenRemote[]): WantedRoute | undefined =>
  remotes
    .flatMap((remote) => remote.manifest.routes.filter((route) => matches(route.path, path)).map((route) => ({ remote, route })))
    .sort((one, other) => one.route.path.split(':').length - other.route.path.split(':').length)[0];

/** The remote and the chunks that a path needs. */
export const scriptsFor = (
  path: string,
  remotes: readonly ChosenRemote[],
): { origin: string; scripts: ReleaseFile[]; makesCalls: boolean } | undefined => {
  const best = routeFor(path, remotes);
  if (!best) return undefined;
  const { entry, integrity, routes } = best.remote;
  // File names are relative to the remote's folder. The entry is one folder deeper, in the folder of its version.
  const chunks = (routes[best.route.path] ?? []).map((chunk) => ({ ...chunk, file: new URL(`../${chunk.file}`, entry).href }));
  // Signed-out pages are forms, except those of links.
  const makesCalls = best.route.access === 'signed-in' || best.route.isPublic === true;
  return { origin: new URL(entry).origin, makesCalls, scripts: [{ file: entry, integrity }, ...chunks] };
};

/** The skeleton of a path's page. A path with a parameter shows a single item; most others show lists. */
export const shapeFor = (path: string, remotes: readonly ChosenRemote[]): PageShape => {
  const route = routeFor(path, remotes)?.route;
  if (route?.access !== 'signed-in') return 'plain';
  if (route.isFocused) return 'focused';
  return route.path.includes(':') ? 'text' : 'cards';
};

const preload = (nonce: string, { file, integrity }: ReleaseFile): string =>
  `<link rel="preload" as="script" href="${attribute(file)}" integrity="${attribute(integrity)}" crossorigin="anonymous" nonce="${nonce}">`;

const deferred = (nonce: string, { file, integrity }: ReleaseFile): string =>
  `<script defer src="${file}" integrity="${integrity}" crossorigin="anonymous" nonce="${nonce}"></script>`;

const description = 'Lectern turns your slides and notes into study guides, quizzes and flashcards, and shows you what to go over again.';
const icon =
  "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'><rect width='32' height='32' rx='8' fill='%23543fc4'/><path d='M10 8v15h13' fill='none' stroke='white' stroke-width='3.400' stroke-linecap='round' stroke-linejoin='round'/></svg>";

/** What a device needs to install the site as an app. */
const appLinks = ({ icons }: ShellRelease): string[] => [
  `<link rel="icon" href="${attribute(icon)}">`,
  '<link rel="manifest" href="/manifest.webmanifest">',
  ...icons.filter(({ purpose }) => purpose === 'apple').map(({ file }) => `<link rel="apple-touch-icon" href="/assets/${file}">`),
];

const jsonScript = (id: string, value: unknown): string => `<script type="application/json" id="${id}">${data(value)}</script>`;

const asset = ({ file, integrity }: ReleaseFile): ReleaseFile => ({ file: `/assets/${file}`, integrity });

/** The scripts of the landing page, which the server renders completely. So it is painted before its scripts run. */
const laterScripts = (nonce: string, { scripts, landing, shared, learner, later }: ShellRelease): string[] => [
  jsonScript('later', { scripts: scripts.map(asset), landing: landing.map(asset), ahead: [...shared, ...learner].map(asset) }),
  deferred(nonce, asset(later)),
];

/** Composes the whole HTML document. The installation's settings are embedded as data. */
export const composePage = ({
  path,
  nonce,
  release,
  rendered,
  remotes,
  apiUrl,
  supportEmail,
  hasWorker,
  overrides,
}: PageOptions): string => {
  const wanted = scriptsFor(path, remotes);
  const page: PageData = {
    apiUrl,
    supportEmail,
    registry: remotes.map(withoutRoutes),
    isSplit: remotes.some(({ isSplit }) => isSplit),
    contract: release.contract,
    hasWorker,
    ...(overrides && { overrides }),
  };
  const scripts = release.scripts.map(asset);
  const ahead = wanted ? [...[...release.shared, ...(wanted.makesCalls ? release.learner : [])].map(asset), ...wanted.scripts] : [];
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">',
    `<meta property="csp-nonce" nonce="${nonce}">`,
    `<title>Lectern${path === '/' ? ': from slides to mastery' : ''}</title>`,
    `<meta name="description" content="${attribute(description)}">`,
    '<meta name="theme-color" content="#faf7f1" media="(prefers-color-scheme: light)">',
    '<meta name="theme-color" content="#14141b" media="(prefers-color-scheme: dark)">',
    ...appLinks(release),
    ...(wanted ? [`<link rel="preconnect" href="${wanted.origin}" crossorigin>`] : []),
    // Placed before the page's data: on a slow connection the data would delay the scripts, which are larger.
    ...(path === '/' ? [] : scripts.map((script) => deferred(nonce, script))),
    ...ahead.map((script) => preload(nonce, script)),
    ...(new URL(apiUrl).origin === 'null' || path === '/' ? [] : [`<link rel="preconnect" href="${new URL(apiUrl).origin}" crossorigin>`]),
    ...release.fonts.preload.map((name) => `<link rel="preload" as="font" type="font/woff2" href="/assets/fonts/${name}" crossorigin>`),
    `<style nonce="${nonce}">${release.fonts.css.replaceAll('{base}', '/assets/fonts/')}</style>`,
    // The toast library uses this element instead of creating one, which the content security policy would block.
    `<style id="_goober" nonce="${nonce}"> </style>`,
    rendered.styles,
    jsonScript('lectern', page),
    ...(path === framePath ? [jsonScript(keptFilesId, keptFiles(release, remotes))] : []),
    ...(path === '/' ? laterScripts(nonce, release) : []),
    '</head>',
    '<body>',
    `<div id="root">${rendered.html}</div>`,
    '<noscript>Lectern needs JavaScript beyond this page.</noscript>',
    '</body>',
    '</html>',
  ].join('\n');
};
