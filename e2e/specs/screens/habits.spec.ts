import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { pptxType } from '@lectern/contracts';
import { guide, guides, now, quiz } from '../../fixtures/learner.ts';
import { goAndSettle, setScene } from '../../support/answers.ts';
import { samplePath } from '../../support/decks.ts';
import { expect, testIn } from '../../support/keptPages.ts';

const test = testIn({ viewport: { width: 1280, height: 720 } });
const tabletTest = testIn({ viewport: { width: 1024, height: 768 }, hasTouch: true });
const testWithoutScripts = testIn({ viewport: { width: 1280, height: 720 }, javaScriptEnabled: false });

/** Habits that people bring along: keys, focus, back and forward, dropping a file, printing, copying. On the real site with fixtures. */
const open = async (page: Page, path: string, visitor: 'free' | 'premium' = 'free'): Promise<void> => {
  await page.clock.setFixedTime(now);
  await setScene(page, { visitor });
  await goAndSettle(page, path);
};

const focusedName = (page: Page): Promise<string> =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent?.trim() ?? '');

test('a menu and a dialog by keyboard: opened, walked, closed by Escape, and the focus comes back', async ({ page }) => {
  await open(page, '/study-materials');
  const options = page.getByRole('button', { name: 'Options for Contract Formation' });
  await options.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Add to Folder' })).toBeFocused();
  for (const name of ['Rename', 'Export', 'Select', 'Delete']) {
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('menuitem', { name })).toBeFocused();
  }
  await page.keyboard.press('Enter');
  const question = page.getByRole('alertdialog', { name: 'Are you sure you want to delete this study guide?' });
  await expect(question).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(options).toBeFocused();
});

test('keys scroll a menu that is higher than the window, and the page stays', async ({ page }) => {
  await page.setViewportSize({ width: 1000, height: 180 });
  await open(page, '/study-materials');
  const options = page.getByRole('button', { name: 'Options for Contract Formation' });
  await options.evaluate((button) => {
    button.scrollIntoView({ block: 'center' });
  });
  await options.focus();
  await page.keyboard.press('Enter');
  const menu = page.getByRole('menu');
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  expect(await menu.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBeGreaterThan(10);
  const place = await page.evaluate(() => scrollY);
  await page.keyboard.press('End');
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('Home');
  await expect(page.getByRole('menuitem').first()).toBeInViewport({ ratio: 1 });
  expect(await page.evaluate(() => scrollY)).toBe(place);
});

test('a menu shows the focus in forced colours, too', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await open(page, '/study-materials');
  await page.getByRole('button', { name: 'Options for Contract Formation' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Add to Folder' })).toHaveCSS('outline-style', 'solid');
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toHaveCSS('outline-style', 'none');
});

test('a menu closes when its button is scrolled out of the window', async ({ page }) => {
  await page.setViewportSize({ width: 1000, height: 400 });
  await open(page, '/study-materials');
  await page.getByRole('button', { name: 'Options for Contract Formation' }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  await page.evaluate(() => {
    scrollTo(0, document.body.scrollHeight);
  });
  await expect(page.getByRole('menu')).toBeHidden();
});

tabletTest.describe('on a tablet', () => {
  tabletTest('a tap beside a menu closes it and opens nothing', async ({ page }) => {
    await open(page, '/study-materials');
    await page.getByRole('button', { name: 'Options for Contract Formation' }).tap();
    await expect(page.getByRole('menu')).toBeVisible();
    await page.getByRole('link', { name: 'Progress' }).first().tap();
    await expect(page.getByRole('menu')).toBeHidden();
    await expect(page).toHaveURL(/\/study-materials$/u);
    await page.getByRole('link', { name: 'Progress' }).first().tap();
    await expect(page).toHaveTitle('Progress · Lectern');
  });
});

test('the first Tab offers to skip to the content, and a new page begins at its main part', async ({ page }) => {
  await open(page, '/folders');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await page.getByRole('link', { name: 'Progress' }).first().click();
  await expect(page.getByRole('main')).toBeFocused();
  await expect(page).toHaveTitle('Progress · Lectern');
});

test('whatever has the focus by keyboard shows it', async ({ page }) => {
  await open(page, '/dashboard');
  const unseen: string[] = [];
  for (let step = 0; step < 25; step += 1) {
    await page.keyboard.press('Tab');
    const seen = await page.evaluate(() => {
      const element = document.activeElement;
      if (!element || element === document.body) return true;
      return [undefined, '::before', '::after'].some((part) => {
        const { outlineStyle, outlineWidth } = getComputedStyle(element, part);
        return outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2;
      });
    });
    if (!seen) unseen.push(await focusedName(page));
  }
  expect(unseen).toEqual([]);
});

test('a quiz by keys alone: a letter or a digit chooses, Enter shows and goes on; a reload goes on where it was', async ({ page }) => {
  await open(page, `/quizzes/${quiz._id}`, 'premium');
  await page.keyboard.press('b');
  await expect(page.getByRole('radio').nth(1)).toBeChecked();
  await page.keyboard.press('1');
  await expect(page.getByRole('radio').nth(0)).toBeChecked();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Show Answer' })).toHaveCount(0);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Question 2 of 10')).toBeVisible();
  await page.keyboard.press('c');
  await page.reload();
  await expect(page.getByText('Question 2 of 10')).toBeVisible();
  await expect(page.getByRole('radio').nth(2)).toBeChecked();
});

test('tabs and searches live in the address: back, forward and a reload keep them', async ({ page }) => {
  await open(page, '/quizzes');
  await page.getByRole('tab', { name: 'Flashcards' }).click();
  await expect(page).toHaveURL(/tab=flashcards/);
  await page
    .getByRole('searchbox')
    .or(page.getByPlaceholder(/search/i))
    .first()
    .fill('heart');
  await expect(page).toHaveURL(/q=heart/);
  await page.getByRole('link', { name: 'Study Materials' }).first().click();
  await expect(page).toHaveURL(/\/study-materials$/);
  await page.goBack();
  await expect(page).toHaveURL(/tab=flashcards/);
  await expect(page.getByPlaceholder(/search/i).first()).toHaveValue('heart');
  await expect(page.getByRole('tab', { name: 'Flashcards' })).toHaveAttribute('aria-selected', 'true');
  await page.goForward();
  await expect(page).toHaveURL(/\/study-materials$/);
});

test('a .pptx dropped anywhere on the create page is taken, and its slides are counted', async ({ page }) => {
  await open(page, '/study-materials/create');
  const bytes = [...readFileSync(samplePath('nursing-heart-failure.pptx'))];
  const data = await page.evaluateHandle(
    ([content, type]) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([new Uint8Array(content)], 'heart.pptx', { type }));
      return transfer;
    },
    [bytes, pptxType] as const,
  );
  const area = page
    .locator('label, [role=group], div')
    .filter({ has: page.locator('input[type=file]') })
    .last();
  await area.dispatchEvent('dragover', { dataTransfer: data });
  await area.dispatchEvent('drop', { dataTransfer: data });
  await expect(page.getByText('heart.pptx')).toBeVisible();
  await expect(page.getByText(/14 slides/)).toBeVisible();
});

test('the overlay tells how much of a deck was sent, and a failure keeps the file', async ({ page, watched }) => {
  watched.allow(/503/);
  await page.clock.setFixedTime(now);
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await setScene(page, {
    visitor: 'free',
    answers: {
      createStudyMaterial: async (asked) => {
        await held;
        await asked.answer(503, { msg: 'The library is down.', code: 'unavailable' });
      },
    },
  });
  await page.goto('/study-materials/create');
  await page.locator('input[type=file]').first().setInputFiles(samplePath('law-contract-formation.pptx'));
  await page.getByRole('button', { name: 'Generate Guide' }).click();
  const overlay = page.getByRole('dialog', { name: 'Creating Your Study Guide' });
  await expect(overlay.getByText(/upload/i)).toBeVisible();
  release();
  await expect(overlay).toBeHidden();
  await expect(page.getByText('law-contract-formation.pptx')).toBeVisible();
});

test('a guide printed is a handout: its words on the page, nothing of the site around them', async ({ page }) => {
  await open(page, `/study-materials/${guide._id}`);
  const printed = page.evaluate(() => new Promise((resolve) => addEventListener('beforeprint', () => resolve(true), { once: true })));
  await page.getByRole('button', { name: /^Options for/ }).click();
  await page.getByRole('menuitem', { name: 'Print' }).click();
  expect(await printed).toBe(true);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('heading', { level: 1, name: guide.title })).toBeVisible();
  // The references remain as small numbers.
  const references = await page
    .getByRole('article')
    .getByRole('button', { name: /slide \d+/i })
    .count();
  expect(await page.getByRole('button').filter({ visible: true }).count()).toBe(references);
  for (const around of [page.getByRole('banner'), page.getByRole('navigation'), page.getByRole('contentinfo')])
    expect(await around.filter({ visible: true }).count()).toBe(0);
  const pdf = await page.pdf({ preferCSSPageSize: true });
  expect(pdf.length).toBeGreaterThan(10_000);
});

test('a guide is copied as Markdown', async ({ page }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await open(page, `/study-materials/${guide._id}`);
  await page.getByRole('button', { name: /^Options for/ }).click();
  await page.getByRole('menuitem', { name: 'Copy as Markdown' }).click();
  await expect(page.getByText('Copied as Markdown')).toBeVisible();
  const text = await page.evaluate(() => navigator.clipboard.readText());
  expect(text).toContain('## Key terms');
  expect(text).not.toContain('#slide-');
});

test('a slide reference opens the passage that it rests on, and closing returns to it', async ({ page }) => {
  await open(page, `/study-materials/${guide._id}`);
  const reference = page
    .getByRole('article')
    .getByRole('button', { name: /slide 2/i })
    .first();
  await reference.click();
  const panel = page.getByRole('dialog');
  await expect(panel).toContainText('Heart failure is a clinical syndrome in which the heart cannot pump enough blood');
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect(reference).toBeFocused();
});

test('dark mode and reduced motion are respected', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await open(page, '/flashcards/deck1', 'premium');
  const { paper, moving } = await page.evaluate(() => ({
    paper: getComputedStyle(document.body).backgroundColor,
    moving: [...document.querySelectorAll('*')]
      .filter((element) =>
        [getComputedStyle(element)].some(
          // The card cross-fades instead of turning, so nothing moves.
          ({ transitionDuration, transitionProperty }) =>
            transitionDuration.split(', ').some((duration) => parseFloat(duration) > 0) && transitionProperty !== 'opacity, visibility',
        ),
      )
      .map((element) => element.outerHTML.slice(0, 120)),
  }));
  expect(paper).toMatch(/oklch\(0\.1/);
  expect(moving).toEqual([]);
});

test('"/" opens the jump box over guides, quizzes and decks', async ({ page }) => {
  await open(page, '/dashboard');
  await page.keyboard.press('/');
  const box = page.getByRole('dialog', { name: 'Jump to' });
  await expect(box.getByRole('combobox')).toBeFocused();
  await page.keyboard.type('heart');
  await expect(box.getByRole('option', { name: /Heart Failure/ }).first()).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Escape');
  await expect(box).toBeHidden();
});

test('back returns to where the page was left, a new page begins at its top', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await open(page, '/study-materials');
  const card = page.getByRole('article').last();
  await card.scrollIntoViewIfNeeded();
  const place = await page.evaluate(() => scrollY);
  expect(place).toBeGreaterThan(200);
  await card.getByRole('link').first().click();
  await expect(page.getByRole('heading', { level: 1, name: guide.title })).toBeVisible();
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Study Guides' })).toBeVisible();
  await expect.poll(() => page.evaluate(() => scrollY)).toBeCloseTo(place, -1);
});

test('back finds the same card of a long list at the same place, and all cards are printed', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await page.clock.setFixedTime(now);
  const [first] = guides;
  if (!first) throw new Error('The fixtures have no guide.');
  // Cards of different heights.
  const many = Array.from({ length: 100 }, (_, index) => ({
    ...first,
    _id: `long${String(index)}`,
    title: `Lecture ${String(index)}${index % 3 === 0 ? ': the renal system and what each segment of it does' : ''}`,
    preview: 'What the nephron does. '.repeat(index % 7),
  }));
  await setScene(page, { visitor: 'free', answers: { listStudyMaterials: { body: many } } });
  await goAndSettle(page, '/study-materials');
  const card = page.getByRole('article').filter({ hasText: /^Lecture 70/ });
  const topOf = () => card.evaluate((element) => Math.round(element.getBoundingClientRect().top));
  await card.evaluate((element) => {
    element.scrollIntoView({ block: 'center' });
  });
  await expect(card).toBeInViewport();
  const top = await topOf();
  await card.getByRole('link').first().click();
  await expect(page.getByRole('heading', { level: 1, name: guide.title })).toBeVisible();
  await page.goBack();
  await expect(card).toBeInViewport();
  await expect.poll(async () => Math.abs((await topOf()) - top)).toBeLessThan(40);
  await page.emulateMedia({ media: 'print' });
  // Blocks that are not rendered would print as white space.
  const undrawn = () =>
    page.evaluate(
      () => [...document.querySelectorAll('article')].filter((element) => !element.checkVisibility({ contentVisibilityAuto: true })).length,
    );
  await expect.poll(undrawn).toBe(0);
});

testWithoutScripts.describe('before the scripts have arrived, as on a slow network', () => {
  for (const path of ['/study-materials', '/study-materials/guide1', '/dashboard', '/quizzes/quiz1'])
    testWithoutScripts(`${path} shows its frame and a skeleton`, async ({ page, watched }) => {
      // A browser with scripts disabled reports them as blocked.
      watched.allow(/\.js csp$/);
      await page.goto(path);
      await expect(page.getByRole('status').first()).toHaveText(/Loading/);
      const shape = await page.getByRole('status').first().boundingBox();
      expect(shape?.width).toBeGreaterThan(200);
      expect(shape?.height).toBeGreaterThan(60);
    });
});
