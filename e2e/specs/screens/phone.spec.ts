import type { Locator, Page } from '@playwright/test';
import { folders, guide, now } from '../../fixtures/learner.ts';
import { goAndSettle, setScene } from '../../support/answers.ts';
import { expect, testIn } from '../../support/keptPages.ts';

/** A small phone held in one hand, on the real site with fixtures. */
const test = testIn({ viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true });
const wideTest = testIn({ viewport: { width: 1280, height: 800 } });

const open = async (page: Page, path: string): Promise<void> => {
  await page.clock.setFixedTime(now);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await setScene(page, { visitor: 'free' });
  await goAndSettle(page, path);
};

const boxOf = async (element: Locator): Promise<{ x: number; y: number; width: number; height: number }> => {
  const box = await element.boundingBox();
  if (!box) throw new Error('The element is not drawn.');
  return box;
};

const expectSheet = async (page: Page): Promise<void> => {
  const menu = page.getByRole('menu');
  await expect(menu).toBeVisible();
  // With reduced motion, the sheet still slides in for one frame.
  await expect
    .poll(async () => {
      const { x, y, width, height } = await boxOf(menu);
      return { x, width, bottom: Math.round(y + height) };
    })
    .toEqual({ x: 0, width: 360, bottom: 640 });
};

test('a menu is a sheet, and so is the list in it', async ({ page }) => {
  await open(page, '/study-materials');
  await page.getByRole('button', { name: 'Options for Contract Formation' }).tap();
  await expectSheet(page);
  await page.getByRole('menuitem', { name: 'Add to Folder' }).tap();
  await expectSheet(page);
  await expect(page.getByRole('menuitem', { name: 'Back' })).toBeInViewport();
  await page.getByRole('menuitem', { name: 'Back' }).tap();
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeInViewport();
});

test('a tap beside the sheet closes it and opens nothing', async ({ page }) => {
  await open(page, '/study-materials');
  await page.getByRole('button', { name: 'Options for Contract Formation' }).tap();
  await expectSheet(page);
  await page.touchscreen.tap(180, 120);
  await expect(page.getByRole('menu')).toBeHidden();
  await expect(page).toHaveURL(/\/study-materials$/);
});

test('the wheel scrolls nothing behind a sheet', async ({ page }) => {
  await open(page, '/study-materials');
  await page.getByRole('button', { name: 'Options for Contract Formation' }).tap();
  await expectSheet(page);
  const place = await page.evaluate(() => scrollY);
  await page.evaluate(() => {
    addEventListener('wheel', ({ defaultPrevented }) => {
      document.documentElement.dataset['wheel'] = String(defaultPrevented);
    });
  });
  await page.mouse.move(180, 120);
  await page.mouse.wheel(0, 300);
  await expect(page.locator('html')).toHaveAttribute('data-wheel', 'true');
  expect(await page.evaluate(() => scrollY)).toBe(place);
});

test('the menus of the frame are sheets', async ({ page }) => {
  await open(page, '/study-materials');
  await page.getByRole('button', { name: 'More' }).tap();
  await expectSheet(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Ada' }).tap();
  await expectSheet(page);
});

test('an action of a sheet asks in a dialog that answers to taps', async ({ page }) => {
  await open(page, '/study-materials');
  await page.getByRole('button', { name: 'Options for Contract Formation' }).tap();
  await page.getByRole('menuitem', { name: 'Delete' }).tap();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).tap();
  await expect(page.getByRole('alertdialog')).toBeHidden();
  await page.getByRole('link', { name: 'Contract Formation' }).tap();
  await expect(page).toHaveURL(/\/study-materials\/guide2$/);
});

test('a toast stands at the top while a sheet is open, and hides nothing of it', async ({ page, watched }) => {
  watched.allow(/500/);
  await open(page, '/study-materials');
  await page.route(/\/study-materials\/guide2$/, (route) =>
    route.fulfill({ status: 500, json: { msg: 'It failed.', code: 'internal', requestId: 'r' } }),
  );
  await page.getByRole('button', { name: 'Options for Contract Formation' }).tap();
  await page.getByRole('menuitem', { name: 'Rename' }).tap();
  const sheet = page.getByRole('dialog', { name: 'Rename Guide' });
  await sheet.getByRole('textbox').fill('Contracts');
  const toast = page.locator('[data-rht-toaster] [role=alert]');
  await sheet.getByRole('button', { name: 'Rename' }).tap();
  await expect(toast).toBeVisible();
  const { y, height } = await boxOf(toast);
  expect(y + height).toBeLessThan((await boxOf(sheet)).y);
});

/**
 * Returns the tap targets that are smaller than 44 px in height or width. References in the text have a larger tap area, which may overlap
 * with that of a reference on the next line.
 */
const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('main button, header button, nav[aria-label="Main, short"] a')].flatMap((element) => {
      element.scrollIntoView({ block: 'center' });
      const { left, top, width, height } = element.getBoundingClientRect();
      // Elements in a closed answer cannot be reached.
      if (width === 0 || !element.checkVisibility({ visibilityProperty: true })) return [];
      const hit = document.elementFromPoint(left + width / 2, top + height / 2);
      const around = getComputedStyle(element, '::after');
      const sizes = around.position === 'absolute' ? [parseFloat(around.width), parseFloat(around.height)] : [width, height];
      const isReached = hit !== null && element.contains(hit);
      return isReached && sizes.every((size) => size >= 44) ? [] : [`${element.textContent.trim() || element.title}: ${sizes.join(' × ')}`];
    }),
  );

for (const path of ['/study-materials', '/study-materials/guide1', '/folders', '/settings'])
  test(`every target of ${path} has 44 px, references among them`, async ({ page }) => {
    await open(page, path);
    expect(await smallTargets(page)).toEqual([]);
  });

test('the text of a guide begins within the first 300 px, and its contents are a sheet', async ({ page }) => {
  await open(page, '/study-materials/guide1');
  const { y } = await boxOf(page.getByRole('main').getByRole('article'));
  expect(y).toBeLessThanOrEqual(300);
  await page.getByRole('button', { name: 'Contents' }).tap();
  const sheet = page.getByRole('dialog', { name: 'Contents' });
  const { x, width } = await boxOf(sheet);
  expect({ x, width }).toEqual({ x: 0, width: 360 });
  const last = sheet.getByRole('link').last();
  const name = (await last.textContent()) ?? '';
  await last.tap();
  await expect(sheet).toBeHidden();
  await expect(page.getByRole('heading', { name, exact: true })).toBeInViewport();
});

test('a reload keeps the place in a guide', async ({ page }) => {
  await open(page, '/study-materials/guide1');
  await page.evaluate(() => {
    scrollTo(0, 700);
  });
  await page.reload();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(700);
});

wideTest.describe('at 1,280 and 1,920 px', () => {
  wideTest('a folder of a long name does not widen the page of its guide', async ({ page }) => {
    await page.clock.setFixedTime(now);
    const name = 'Pathophysiology '.repeat(12).trim();
    await setScene(page, {
      visitor: 'free',
      answers: {
        listFolders: { body: [{ ...folders[0], name }] },
        getStudyMaterial: { body: { ...guide, folderId: folders[0]?._id } },
      },
    });
    await goAndSettle(page, '/study-materials/guide1');
    await page.getByRole('button', { name: `Options for ${guide.title}` }).click();
    await expect(page.getByRole('menuitem', { name: `Remove from ${name}` })).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(1280);
  });

  wideTest('a guide leaves no third of a wide window empty', async ({ page }) => {
    await page.setViewportSize({ width: 1920, height: 1080 });
    await page.clock.setFixedTime(now);
    await setScene(page, { visitor: 'free' });
    await goAndSettle(page, '/study-materials/guide1');
    const text = await boxOf(page.getByRole('main').getByRole('article'));
    const contents = await boxOf(page.getByRole('navigation', { name: 'Contents' }));
    const sidebar = await boxOf(page.getByRole('navigation', { name: 'Main', exact: true }));
    const gaps = [text.x - sidebar.x - sidebar.width, contents.x - text.x - text.width, 1920 - contents.x - contents.width];
    expect(Math.max(...gaps)).toBeLessThan(1920 / 3);
  });
});

test('a quiz in focus mode: question and buttons in view, what was right and why on one screen, no bar of the frame', async ({ page }) => {
  await open(page, '/quizzes/quiz1');
  await expect(page.getByRole('navigation', { name: 'Main, short' })).toHaveCount(0);
  await expect(page.getByRole('banner')).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 2 })).toBeInViewport({ ratio: 1 });
  for (const option of await page.locator('label:has(> span)').all()) await expect(option).toBeVisible();
  await expect(page.getByRole('button', { name: 'Show Answer' })).toBeInViewport({ ratio: 1 });
  await page.getByRole('radio').first().check({ force: true });
  await page.getByRole('button', { name: 'Show Answer' }).tap();
  await expect(page.getByText('Correct answer').or(page.getByText('Your answer, correct')).first()).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('heading', { level: 3 })).toBeInViewport({ ratio: 1 });
  const next = page.getByRole('button', { name: 'Next Question' });
  await expect(next).toBeInViewport({ ratio: 1 });
  await next.tap();
  await expect(page.getByText('Question 2 of 10')).toBeInViewport({ ratio: 1 });
  await page.getByRole('link', { name: 'Close' }).tap();
  await expect(page).toHaveURL(/\/quizzes$/);
  await expect(page.getByRole('navigation', { name: 'Main, short' })).toBeInViewport();
  await expect(page.getByText('Question 2 of 10')).toBeVisible();
});

test('the list of decks begins on the first screen, and its other ways to a deck are a sheet', async ({ page }) => {
  await open(page, '/quizzes?tab=flashcards');
  const name = await boxOf(page.getByRole('article').first().getByRole('heading'));
  const bar = await boxOf(page.getByRole('navigation', { name: 'Main, short' }));
  expect(name.y + name.height).toBeLessThanOrEqual(bar.y);
  await page.getByRole('button', { name: 'Other ways to create a deck' }).tap();
  await expectSheet(page);
  await page.getByRole('menuitem', { name: 'Write Your Own' }).tap();
  await expect(page.getByRole('dialog', { name: 'Write Your Own Deck' })).toBeVisible();
});

test('a deck in focus mode: flip, mark and end by thumb', async ({ page }) => {
  await open(page, '/flashcards/deck1');
  await expect(page.getByRole('navigation', { name: 'Main, short' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Click to flip' })).toBeInViewport({ ratio: 1 });
  await page.getByRole('button', { name: 'Flip', exact: true }).tap();
  for (const mark of ['Not yet', 'Got it']) {
    const { height, y } = await boxOf(page.getByRole('button', { name: mark }));
    expect(height).toBeGreaterThanOrEqual(44);
    expect(y + height).toBeLessThanOrEqual(640);
  }
  await page.getByRole('button', { name: 'Got it' }).tap();
  await expect(page.getByText('Card 2 of 20')).toBeInViewport({ ratio: 1 });
});
