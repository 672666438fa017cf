import type { Page } from '@playwright/test';
import { call, newLearner, textForm, theSite, type Learner } from '../support/api.ts';
import { expect, test } from '../support/browser.ts';

/** Signs in. The test fails on any violation of the content policy, see `watched`. */
const signIn = (page: Page, { token }: Learner): Promise<unknown> =>
  page.addInitScript((value) => {
    localStorage.setItem('token', value);
  }, token);

const guideOf = async ({ token }: Learner, text: string): Promise<string> => {
  const made = await call('POST', '/study-materials/unified', { token, form: textForm(text) });
  expect(made.status).toBe(201);
  return made.body._id as string;
};
const deckOf = async ({ token }: Learner, cards: { front: string; back: string }[]): Promise<string> => {
  const made = await call('POST', '/flashcards/own', { token, body: { title: 'Equations', cards } });
  expect(made.status).toBe(201);
  return made.body._id as string;
};

/** Collects the names of the scripts that a page requests. */
const scriptsOf = (page: Page): string[] => {
  const names: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') names.push(new URL(request.url()).pathname.split('/').at(-1) ?? '');
  });
  return names;
};

const equations = `# Quadratic equations

A quadratic equation is an equation of the form \\(ax^2+bx+c=0\\). The discriminant is the number $D=b^2-4ac$. A tutor costs $5 to $10 an hour.

\\[x_{1,2}=\\frac{-b\\pm\\sqrt{b^2-4ac}}{2a}\\]

The formula gives both roots of the equation. \\(\\begin{pmatrix}1&\\hat{x}\\\\0&\\boxed{y}\\end{pmatrix}\\) is a matrix, and \\(\\frac{1\\) is broken.
`;

test('formulas are drawn in a guide, a deck, a review and on paper, within the content policy', async ({ page }) => {
  const learner = await newLearner();
  const guide = await guideOf(learner, equations);
  const deck = await deckOf(learner, [{ front: 'Solve \\(x^2=4\\)', back: '$x=\\pm2$, which costs $5 to $10' }]);
  await signIn(page, learner);
  const scripts = scriptsOf(page);

  await page.goto(`/study-materials/${guide}`);
  await expect(page.locator('article math[display="block"]').first()).toBeVisible();
  await expect(page.locator('article math mtable')).toBeVisible();
  await expect(page.getByText('costs $5 to $10 an hour').first()).toBeVisible();
  await expect(page.locator('article').getByText('\\(\\frac{1\\)').first()).toBeVisible();
  // Cell styles work under the policy because none is inline.
  expect(
    await page
      .locator('article mtd')
      .first()
      .evaluate((cell) => getComputedStyle(cell).paddingLeft),
  ).toBe('0px');
  expect(scripts.some((name) => name.includes('formulas'))).toBe(true);
  for (const width of [360, 1_280]) {
    await page.setViewportSize({ width, height: 900 });
    // The formulas' styles are loaded with them.
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }

  await page.goto(`/flashcards/${deck}`);
  const card = page.getByRole('button', { name: /^Front/ });
  await expect(card.locator('math msup')).toBeVisible();
  await card.click();
  await expect(page.getByRole('button', { name: /^Back/ }).locator('math').last()).toBeVisible();

  await page.goto(`/review?deckId=${deck}`);
  await expect(page.getByRole('button', { name: /^Front/ }).locator('math msup')).toBeVisible();

  await page.goto(`/flashcards/${deck}/print`);
  await expect(page.getByRole('list', { name: 'Cards to print' }).locator('math')).toHaveCount(2);

  const exported = await fetch(`${theSite().api}/study-materials/${guide}/export?format=html`, {
    headers: { 'x-auth-token': learner.token },
  });
  expect(await exported.text()).toContain('<msqrt>');
});

test('a page without a formula loads no code for formulas', async ({ page }) => {
  const learner = await newLearner();
  const guide = await guideOf(learner, '# Money\n\nA tutor costs $5 to $10 an hour. A lesson is a unit of teaching that lasts an hour.\n');
  const deck = await deckOf(learner, [{ front: 'What does a tutor cost?', back: '$5 to $10' }]);
  await signIn(page, learner);
  const scripts = scriptsOf(page);
  await page.goto(`/study-materials/${guide}`);
  await expect(page.getByText('A tutor costs $5 to $10 an hour').first()).toBeVisible();
  await page.goto(`/flashcards/${deck}`);
  await expect(page.getByRole('button', { name: /^Front/ })).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(scripts.length).toBeGreaterThan(0);
  expect(scripts.filter((name) => name.includes('formulas'))).toEqual([]);
});

const arabic = `# القلب

القلب عضو يضخ الدم (heart).

## الأجزاء

- الأذين الأيمن
  - الصمام
- البطين الأيسر

> القلب ينبض سبعين مرة في الدقيقة.

| الجزء | الوظيفة |
|---|---|
| الأذين | يستقبل الدم |

An English paragraph.
`;

test('an Arabic guide reads from the right: text, lists, quotes and tables', async ({ page }) => {
  const learner = await newLearner();
  const guide = await guideOf(learner, arabic);
  expect((await call('PUT', `/study-materials/${guide}`, { token: learner.token, body: { content: arabic } })).status).toBe(200);
  await signIn(page, learner);
  for (const width of [360, 1_280]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`/study-materials/${guide}`);
    const text = page.locator('[data-guide-text]');
    await expect(text.getByRole('heading', { name: 'الأجزاء' })).toBeVisible();
    const styleOf = (selector: string) =>
      text
        .locator(selector)
        .first()
        .evaluate((element) => {
          const style = getComputedStyle(element);
          const range = document.createRange();
          range.selectNodeContents(element);
          const [box, words] = [element.getBoundingClientRect(), range.getBoundingClientRect()];
          return {
            direction: style.direction,
            isAtRight: box.right - words.right < 40 && (words.left - box.left > 40 || words.width > box.width - 80),
            paddings: [style.paddingLeft === '0px', style.paddingRight === '0px'],
            borders: [style.borderLeftWidth, style.borderRightWidth],
          };
        });
    for (const selector of ['h2', 'p', 'ul', 'li', 'blockquote', 'table', 'td']) {
      const { direction } = await styleOf(selector);
      expect([selector, direction]).toEqual([selector, 'rtl']);
    }
    expect((await styleOf('h2')).isAtRight).toBe(true);
    expect((await styleOf('p')).isAtRight).toBe(true);
    expect((await styleOf('ul')).paddings).toEqual([true, false]);
    expect((await styleOf('blockquote')).borders).toEqual(['0px', '3px']);
    expect(await text.getByText('An English paragraph.').evaluate((element) => getComputedStyle(element).direction)).toBe('ltr');
    // In right-to-left text, the first column is on the right.
    const [first, second] = await text.locator('th').evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect().left));
    expect(first).toBeGreaterThan(second ?? 0);
    await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('direction', 'rtl');
  }
});
