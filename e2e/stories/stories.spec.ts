import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { extname, join, normalize } from 'node:path';
import { casesOfThisRun } from '@lectern/test-servers';
import { expect, test as base, type Browser, type Page } from '@playwright/test';
import { violationsOf } from '../support/axe.ts';
import { paintedArea } from '../support/paintedArea.ts';

interface StoryEntry {
  id: string;
  title: string;
  name: string;
  type: string;
  tags?: string[];
  importPath: string;
}

const root = join(import.meta.dirname, '..', '..');
const all = ['packages/web/ui', 'shell', ...readdirSync(root).filter((name) => name.startsWith('mf-'))];
/** A team can test only its own stories: `LECTERN_STORIES=mf-study`. */
const parts = process.env['LECTERN_STORIES']?.split(',') ?? all;
const origin = 'http://localhost:9';
const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};
/** The part whose stories have screenshots. A remote's stories are screens, which have page screenshots (`e2e/specs/screens`). */
const pictured = 'packages/web/ui';
/**
 * The dark theme has the same layout with other values of the same tokens, so it has screenshots only for the tokens.
 * `tools/colours.test.ts` checks that no component uses its own colours, and axe checks the contrast.
 */
const hasDarkPicture = ({ title }: StoryEntry): boolean => title.startsWith('Tokens');
/**
 * The number of runs that share the checks of the stories by axe. Screens consist of the design system's components, and each page is checked as well
 * (`e2e/specs/screens/pages.spec.ts`). In the dark theme only colours are checked. Every run still renders every story.
 */
const sharesOf = (part: string): { light: number; dark: number } => (part === pictured ? { light: 1, dark: 3 } : { light: 3, dark: 6 });
const pictures = join(import.meta.dirname, 'pictures');
/** The browser build that took the screenshots. Must be replaced together with them. */
const madeWith = join(pictures, 'chromium.txt');
/** The same build renders identical pixels; other builds render the edges of letters slightly differently. */
const toleranceFor = (version: string): { threshold: number; maxDiffPixels?: number; maxDiffPixelRatio?: number } => {
  if (!existsSync(madeWith) && process.env['CI'] === undefined) {
    mkdirSync(pictures, { recursive: true });
    writeFileSync(madeWith, `${version}\n`);
  }
  const isSame = existsSync(madeWith) && readFileSync(madeWith, 'utf8').trim() === version;
  return isSame ? { threshold: 0.01, maxDiffPixels: 50 } : { threshold: 0.2, maxDiffPixelRatio: 0.02 };
};
/** The tests' own Storybook has the stories of all parts. With `LECTERN_STORIES`, the part's own build is used. */
const folderOf = (part: string): string =>
  process.env['LECTERN_STORIES'] === undefined ? join(import.meta.dirname, 'storybook-static') : join(root, part, 'storybook-static');
const storiesOf = (part: string): StoryEntry[] => {
  const { entries } = JSON.parse(readFileSync(join(folderOf(part), 'index.json'), 'utf8')) as { entries: Record<string, StoryEntry> };
  // Paths are relative to the package that built it: `./src/…`, or `../mf-study/src/…`.
  return Object.values(entries).filter(
    ({ type, importPath }) => type === 'story' && ['./src/', `../${part}/`].some((start) => importPath.startsWith(start)),
  );
};

/** The globals of Storybook's preview page. */
interface Storybook {
  __STORYBOOK_PREVIEW__: {
    ready: () => Promise<void>;
    onSetCurrentStory: (selection: { storyId: string; viewMode: string }) => Promise<void>;
  };
  __STORYBOOK_ADDONS_CHANNEL__: {
    on: (event: string, listener: (payload: unknown) => void) => void;
    off: (event: string, listener: (payload: unknown) => void) => void;
    emit: (event: string, payload: unknown) => void;
  };
}

/** Opens a Storybook whose files are served from disk, without a server or network. */
const openStorybook = async (browser: Browser, folder: string): Promise<Page> => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' });
  const page = await context.newPage();
  await page.route(/.*/, async (route) => {
    const url = new URL(route.request().url());
    const file = join(folder, normalize(decodeURIComponent(url.pathname)));
    if (url.origin !== origin || !existsSync(file)) return route.fulfill({ status: 404 });
    await route.fulfill({ path: file, contentType: types[extname(file)] ?? 'application/octet-stream' });
  });
  await page.goto(`${origin}/iframe.html?viewMode=story`);
  await page.waitForFunction(() => '__STORYBOOK_PREVIEW__' in globalThis && '__STORYBOOK_ADDONS_CHANNEL__' in globalThis);
  await page.evaluate(async () => {
    const { __STORYBOOK_PREVIEW__: preview, __STORYBOOK_ADDONS_CHANNEL__: channel } = globalThis as unknown as Storybook;
    await preview.ready();
    // Storybook's own accessibility check covers less, and nobody would read its results.
    channel.emit('updateGlobals', { globals: { a11y: { manual: true } } });
  });
  return page;
};

/** Shows a story and waits for its interaction. Returns the first error, if any. */
const show = (page: Page, id: string): Promise<string | undefined> =>
  page.evaluate(async (storyId) => {
    const { __STORYBOOK_PREVIEW__: preview, __STORYBOOK_ADDONS_CHANNEL__: channel } = globalThis as unknown as Storybook;
    // Remove what the previous story left behind.
    sessionStorage.clear();
    localStorage.clear();
    document.documentElement.dataset['theme'] = 'light';
    scrollTo(0, 0);
    return new Promise<string | undefined>((resolve) => {
      const failures: string[] = [];
      const listeners: [event: string, listener: (payload: unknown) => void][] = [
        ...['playFunctionThrewException', 'storyThrewException', 'storyErrored', 'storyMissing'].map(
          (event): [string, (payload: unknown) => void] => [
            event,
            (payload) => {
              failures.push(`${event}: ${(payload as { message?: string } | undefined)?.message ?? JSON.stringify(payload)}`);
              if (event !== 'playFunctionThrewException') end();
            },
          ],
        ),
        [
          'storyFinished',
          (payload) => {
            if ((payload as { storyId: string }).storyId === storyId) end();
          },
        ],
      ];
      const end = (): void => {
        for (const [event, listener] of listeners) channel.off(event, listener);
        resolve(failures[0]);
      };
      for (const [event, listener] of listeners) channel.on(event, listener);
      void preview.onSetCurrentStory({ storyId, viewMode: 'story' });
    });
  }, id);

/** Keeps each Storybook open for all stories of a worker, because opening it takes longer than all checks of a story. */
const test = base.extend<object, { storybook: (folder: string) => Promise<Page> }>({
  storybook: [
    async ({ browser }, use) => {
      const pages = new Map<string, Promise<Page>>();
      await use((folder) => {
        const page = pages.get(folder) ?? openStorybook(browser, folder);
        pages.set(folder, page);
        return page;
      });
      await Promise.all([...pages.values()].map(async (page) => (await page).close()));
    },
    { scope: 'worker' },
  ],
});

for (const part of parts)
  test.describe(part, () => {
    const stories = storiesOf(part);
    const shares = sharesOf(part);
    const inTheLight = new Set(casesOfThisRun(stories, shares.light));
    const inTheDark = new Set([...casesOfThisRun(stories, shares.dark), ...stories.filter(hasDarkPicture)]);
    if (stories.length === 0) test('has stories', () => expect(stories).not.toEqual([]));
    if (part === pictured)
      test('no picture is left of a story that is gone', () => {
        const names = [
          'chromium.txt',
          ...stories.flatMap((story) => [`${story.id}-light.png`, ...(hasDarkPicture(story) ? [`${story.id}-dark.png`] : [])]),
        ];
        expect(readdirSync(pictures).filter((name) => !names.includes(name))).toEqual([]);
      });
    for (const story of stories) {
      const { id, title, name, tags = [] } = story;
      test(`${title}: ${name}`, async ({ storybook, browser }) => {
        const page = await storybook(folderOf(part));
        const errors: string[] = [];
        const note = (error: Error): void => {
          errors.push(error.message);
        };
        page.on('pageerror', note);
        expect(await show(page, id)).toBeUndefined();
        const isPart = !tags.includes('screen');
        const compare = async (theme: string): Promise<void> => {
          if (part !== pictured) return;
          // Late content changes the clip, so measure again on a retry.
          await expect(async () => {
            const clip = await paintedArea(page);
            expect(clip.width).toBeGreaterThan(0);
            const picture = `${id}-${theme}.png`;
            const kept = join(pictures, picture);
            // Identical bytes need no comparison. Otherwise the pictures are decoded and compared pixel by pixel.
            const taken = await page.screenshot({ clip, fullPage: true, animations: 'disabled' });
            if (existsSync(kept) && readFileSync(kept).equals(taken)) return;
            await expect(page).toHaveScreenshot(picture, { clip, fullPage: true, timeout: 5_000, ...toleranceFor(browser.version()) });
          }).toPass({ timeout: 120_000 });
        };
        await compare('light');
        if (inTheLight.has(story)) expect(await violationsOf(page, { isPart }), 'light theme').toEqual([]);
        if (inTheDark.has(story)) {
          await page.evaluate(async () => {
            document.documentElement.dataset['theme'] = 'dark';
            // Inherited colours with transitions arrive a frame later.
            await Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => undefined)));
            await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
          });
          if (hasDarkPicture(story)) await compare('dark');
          expect(await violationsOf(page, { isPart, onlyColours: true }), 'dark theme').toEqual([]);
        }
        page.off('pageerror', note);
        expect(errors).toEqual([]);
      });
    }
  });
