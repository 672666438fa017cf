import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { newLearner } from '../support/api.ts';
import { expect, test } from '../support/browser.ts';
import { startSite, type RunningSite } from '../support/site.ts';

const root = join(import.meta.dirname, '..', '..');

/** Copies a remote's source, so that it can be edited while other tests read the original. */
const copyOf = (id: string): string => {
  mkdirSync(join(root, '.cache'), { recursive: true });
  const folder = join(mkdtempSync(join(root, '.cache', 'team-day-')), id);
  cpSync(join(root, id, 'src'), join(folder, 'src'), { recursive: true });
  symlinkSync(join(root, id, 'node_modules'), join(folder, 'node_modules'));
  return folder;
};

/**
 * On an idle machine, an edit is on the page within 2 s (measured 0.4 to 0.9 s, docs/teams.md). Other tests run at the same time here, so
 * the limit is generous; the output has the actual figure.
 */
const generousMs = 30_000;

test.describe('npm run dev -- mf-study', () => {
  test.describe.configure({ mode: 'serial' });
  let site: RunningSite;
  let token: string;
  const copy = copyOf('mf-study');
  const screen = join(copy, 'src/items/items.screen.tsx');
  test.beforeAll(async () => {
    site = await startSite({ command: ['run', 'dev', '--', `mf-study=${relative(root, copy)}`] });
    ({ token } = await newLearner(site));
  });
  test.afterAll(async () => {
    await site?.stop();
    rmSync(join(copy, '..'), { recursive: true, force: true });
  });

  test('an edit of a screen is on the open page at once, what the shell holds stays, and one click goes back to the released remote', async ({
    page,
  }) => {
    await page.addInitScript((value) => localStorage.setItem('token', value), token);
    await page.goto(`${site.site}/quizzes`);
    const title = page.getByRole('heading', { level: 1 });
    await expect(title).toHaveText('Quizzes and Flashcards');
    const banner = page.getByRole('complementary', { name: 'Development' });
    await expect(banner).toContainText(/mf-study comes from localhost:\d+/);

    await page.evaluate(() => Object.assign(window, { stillTheSamePage: true }));
    const editedAt = performance.now();
    writeFileSync(screen, readFileSync(screen, 'utf8').replace('title="Quizzes and Flashcards"', 'title="Edited by its team"'));
    await expect(title).toHaveText('Edited by its team', { timeout: generousMs });
    const took = performance.now() - editedAt;
    process.stdout.write(`note: an edit was on the page after ${(took / 1_000).toFixed(2)} s\n`);
    expect(await page.evaluate(() => 'stillTheSamePage' in window)).toBe(true);

    await banner.getByRole('button', { name: 'Use the released one' }).click();
    await expect(title).toHaveText('Quizzes and Flashcards');
    await expect(banner).toContainText('mf-study is the released one');
    await banner.getByRole('button', { name: /^Use localhost/ }).click();
    await expect(title).toHaveText('Edited by its team');
  });

  test('no build for production knows overrides', () => {
    const scripts = (folder: string) =>
      globSync('**/*.{js,mjs}', { cwd: join(root, 'shell', folder) }).map((file) => join(root, 'shell', folder, file));
    const knowing = (folder: string) => scripts(folder).filter((file) => readFileSync(file, 'utf8').includes('lectern:override'));
    expect(scripts('dist').length).toBeGreaterThan(1);
    expect(knowing('dist')).toEqual([]);
    // The same search finds it in the development build.
    expect(knowing('dist-development')).not.toEqual([]);
  });
});
