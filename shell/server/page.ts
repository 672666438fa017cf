import type { ChosenRemote, RegisteredRemote, ReleaseFile, RouteManifest } from '@lectern/registry';
import type { OfferedOverride, PageData } from '../src/PageData.ts';

/** What the shell's build writes to `dist/release.json`. */
export interface ShellRelease {
  version: string;
  scripts: ReleaseFile[];
  /** Shared modules that the pages of remotes need besides. */
  shared: ReleaseFile[];
  /** What signed-in pages need beside: the HTTP client and more of the frame. */
  learner: ReleaseFile[];
  /** Loads the scripts of the landing page after it was painted. */
  later: ReleaseFile;
  /** `shell/src/contract.json`: which remotes it can work with. */
  contract: PageData['contract'];
  fonts: { css: string; preload: string[] };
}

/** Markup and styles of what the server renders. */
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
  overrides?: OfferedOverride[];
}

const attribute = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/** JSON that cannot end its script element. */
const data = (value: unknown): string =>
  JSON.stringify(value).replaceAll('<', '\\u003c').replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');

const matches = (pattern: string, path: string): boolean => {
  const parts = pattern.split('/');
  const given = path.replace(/(?<!\/)\/+$/, '').split('/');
  return parts.length === given.length && parts.every((part, index) => part.startsWith(':') || part === given[index]);
};

/** What a browser gets to know of a remote. */
export const withoutRoutes = ({ routes: _routes, ...remote }: ChosenRemote): RegisteredRemote => remote;

/** The remote and the chunks that an address asks for; a fixed part of a path goes before a parameter. */
export const scriptsFor = (
  path: string,
  remotes: readonly ChosenRemote[],
): { origin: string; scripts: ReleaseFile[]; access: RouteManifest['access'] } | undefined => {
  const candidates = remotes.flatMap((remote) =>
    remote.manifest.routes.filter((route) => matches(route.path, path)).map(({ path: pattern, access }) => ({ remote, pattern, access })),
  );
  const [best] = candidates.sort((one, other) => one.pattern.split(':').length - other.pattern.split(':').length);
  if (!best) return undefined;
  const { entry, integrity } = best.remote;
  // Files are named from the remote's folder, which may lie under a path; the entry lies in one of its versions.
  const chunks = (best.remote.routes[best.pattern] ?? []).map((chunk) => ({ ...chunk, file: new URL(`../${chunk.file}`, entry).href }));
  return { origin: new URL(entry).origin, access: best.access, scripts: [{ file: entry, integrity }, ...chunks] };
};

const preload = (nonce: string, { file, integrity }: ReleaseFile): string =>
  `<link rel="preload" as="script" href="${attribute(file)}" integrity="${attribute(integrity)}" crossorigin="anonymous" nonce="${nonce}">`;

const deferred = (nonce: string, { file, integrity }: ReleaseFile): string =>
  `<script defer src="${file}" integrity="${integrity}" crossorigin="anonymous" nonce="${nonce}"></script>`;

const description = 'Lectern turns your slides and notes into study guides, quizzes and flashcards, and shows you what to go over again.';
const icon =
  "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'><rect width='32' height='32' rx='8' fill='%23543fc4'/><path d='M10 8v15h13' fill='none' stroke='white' stroke-width='3.400' stroke-linecap='round' stroke-linejoin='round'/></svg>";

/** The whole document. Everything that differs between installations is data in it. */
export const composePage = ({ path, nonce, release, rendered, remotes, apiUrl, supportEmail, overrides }: PageOptions): string => {
  const wanted = scriptsFor(path, remotes);
  const page: PageData = {
    apiUrl,
    supportEmail,
    registry: remotes.map(withoutRoutes),
    isSplit: remotes.some(({ isSplit }) => isSplit),
    contract: release.contract,
    ...(overrides && { overrides }),
  };
  const asset = ({ file, integrity }: ReleaseFile): ReleaseFile => ({ file: `/assets/${file}`, integrity });
  const scripts = release.scripts.map(asset);
  const ahead = wanted
    ? [...[...release.shared, ...(wanted.access === 'signed-in' ? release.learner : [])].map(asset), ...wanted.scripts]
    : [];
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
    `<link rel="icon" href="${attribute(icon)}">`,
    ...(wanted ? [`<link rel="preconnect" href="${wanted.origin}" crossorigin>`] : []),
    // The largest come first: on a slow line the page's data below would hold them up.
    ...(path === '/' ? [] : scripts.map((script) => deferred(nonce, script))),
    ...ahead.map((script) => preload(nonce, script)),
    ...(new URL(apiUrl).origin === 'null' || path === '/' ? [] : [`<link rel="preconnect" href="${new URL(apiUrl).origin}" crossorigin>`]),
    ...release.fonts.preload.map((name) => `<link rel="preload" as="font" type="font/woff2" href="/assets/fonts/${name}" crossorigin>`),
    `<style nonce="${nonce}">${release.fonts.css.replaceAll('{base}', '/assets/fonts/')}</style>`,
    // The toasts' library fills this one instead of making its own, which the policy would refuse.
    `<style id="_goober" nonce="${nonce}"> </style>`,
    rendered.styles,
    `<script type="application/json" id="lectern">${data(page)}</script>`,
    // What the server drew whole is painted first.
    ...(path === '/'
      ? [`<script type="application/json" id="later">${data({ scripts })}</script>`, deferred(nonce, asset(release.later))]
      : []),
    '</head>',
    '<body>',
    `<div id="root">${rendered.html}</div>`,
    '<noscript>Lectern needs JavaScript beyond this page.</noscript>',
    '</body>',
    '</html>',
  ].join('\n');
};
