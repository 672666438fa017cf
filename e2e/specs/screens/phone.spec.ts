import type { Locator, Page } from '@playwright/test';
import { now } from '../../fixtures/learner.ts';
import { goAndSettle, setScene } from '../../support/answers.ts';
import { expect, test } from '../../support/browser.ts';

/** A small phone held in one hand. On the real site over fixtures. */
test.use({ viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true });

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
  const { x, y, width, height } = await boxOf(menu);
  expect({ x, width, bottom: Math.round(y + height) }).toEqual({ x: 0, width: 360, bottom: 640 });
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

/**
 * What takes taps and has less than 44 px in height or width. A reference of the text has an area around it, which that of a reference on the
 * next line may overlap.
 */
const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('main button, header button, nav[aria-label="Main, short"] a')].flatMap((element) => {
      element.scrollIntoView({ block: 'center' });
      const { left, top, width, height } = element.getBoundingClientRect();
      if (width === 0 || getComputedStyle(element).visibility === 'hidden') return [];
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
