import { expect, test, type Page } from '@playwright/test';
import * as fixture from '../../fixtures/learner.ts';
import { setScene, type CallName, type Scene } from '../../support/answers.ts';

interface Target {
  name: string;
  path: string;
  visitor: 'free' | 'premium';
  /** The call that the skeleton waits for. */
  call: CallName;
  body: unknown;
  /** The browser has loaded the screen before, so the skeleton has its shape. */
  visited?: true;
  /** An element of the skeleton, and the one that replaces it. */
  drawn: string;
  /** Set if the height of the loaded part depends on its text. */
  isOpen?: true;
  loaded: string;
}

const cards = { drawn: '[role=status] article', loaded: 'article' };
const guideCards = { drawn: '[role=status] > [aria-hidden] > :first-child', loaded: 'main article' };
const targets: readonly Target[] = [
  { name: 'guides', path: '/study-materials', visitor: 'free', call: 'listStudyMaterials', body: fixture.guides, ...guideCards },
  { name: 'folders', path: '/folders', visitor: 'free', call: 'listFolders', body: fixture.folders, ...guideCards },
  { name: 'folder', path: '/folders/folder1', visitor: 'free', call: 'getFolder', body: fixture.folder, ...guideCards },
  {
    name: 'guide',
    path: '/study-materials/guide1',
    visitor: 'free',
    call: 'getStudyMaterial',
    // The skeleton shows a one-line title.
    body: { ...fixture.guide, title: 'Heart failure' },
    drawn: 'article [role=status] > [aria-hidden] > :first-child',
    loaded: 'article p',
    isOpen: true,
  },
  {
    name: 'dashboard',
    path: '/dashboard',
    visitor: 'free',
    call: 'listQuizzes',
    body: fixture.quizzes,
    visited: true,
    drawn: '[role=status]:has-text("Loading your next steps") article',
    loaded: 'article[aria-label^="Your newest guide"]',
  },
  { name: 'quizzes', path: '/quizzes', visitor: 'free', call: 'listQuizzes', body: fixture.quizzes, ...cards },
  { name: 'decks', path: '/quizzes?tab=flashcards', visitor: 'free', call: 'listDecks', body: fixture.decks, ...cards },
  { name: 'progress', path: '/progress', visitor: 'premium', call: 'listQuizzes', body: fixture.quizzes, ...cards },
  {
    name: 'quiz',
    path: '/quizzes/quiz1',
    visitor: 'premium',
    call: 'getQuiz',
    body: fixture.quiz,
    drawn: '[role=status] > [aria-hidden] > :last-child',
    loaded: '[role=radiogroup]',
  },
  {
    name: 'deck',
    path: '/flashcards/deck1',
    visitor: 'premium',
    call: 'getDeck',
    body: fixture.deck,
    drawn: '[role=status] > [aria-hidden] > :last-child',
    loaded: 'button:has-text("Click to flip")',
  },
];

/** How far the top of a part may move, and how much its height may change when it is loaded. Pixels. */
const mostMoved = 4;
const mostGrown = 30;

const boxOf = async (page: Page, selector: string): Promise<{ y: number; height: number }> => {
  const part = page.locator(selector).first();
  await expect(part).toBeVisible();
  return (await part.boundingBox()) ?? { y: Number.NaN, height: Number.NaN };
};

for (const { name, path, visitor, call, body, visited, isOpen, drawn, loaded } of targets)
  for (const width of [360, 1280])
    test(`the skeleton of ${name} matches the screen that follows at ${width} px`, async ({ page }) => {
      await page.setViewportSize({ width, height: 800 });
      let answer = (): void => undefined;
      const isWanted = new Promise<void>((resolve) => {
        answer = resolve;
      });
      const answers: NonNullable<Scene['answers']> = {};
      let isHeld = !visited;
      answers[call] = async (asked) => {
        if (isHeld) await isWanted;
        await asked.answer(200, body);
      };
      await setScene(page, { visitor, answers });
      await page.goto(path);
      if (visited) {
        await expect(page.locator(loaded).first()).toBeVisible();
        isHeld = true;
        await page.reload();
      }
      await expect(page.locator('[role=status] > [aria-hidden]').first()).toBeVisible();
      await page.evaluate(() => document.fonts.ready.then(() => undefined));
      const before = await boxOf(page, drawn);
      answer();
      await expect(page.locator(drawn)).toHaveCount(0);
      const after = await boxOf(page, loaded);
      expect(Math.abs(after.y - before.y), 'moved').toBeLessThanOrEqual(mostMoved);
      if (!isOpen) expect(Math.abs(after.height - before.height), 'grown').toBeLessThanOrEqual(mostGrown);
    });
