import type { Locator, Page } from '@playwright/test';
import type { StudyMaterial } from '@lectern/contracts';
import { violationsOf } from '../support/axe.ts';
import { call, fileForm, newLearner, type Learner } from '../support/api.ts';
import { expect, test } from '../support/browser.ts';
import { deckOf, pngOf } from '../support/pictureDeck.ts';

const lines = [
  'The heart has four chambers that pump blood through the body',
  'The left ventricle pumps blood into the aorta at high pressure',
  'The mitral valve lies between the left atrium and the left ventricle',
];

/** Each kind of content that a guide may have, in an unusual spelling where there is one. */
const textWith = (picture: string): string => `# The heart

The heart has **four chambers** [1](#slide-1). Its output is $Q = SV \\cdot HR$ and costs $5.

***

## Key terms ##

* **Mitral valve**: between the left atrium and the left ventricle [1](#slide-1)
* __Systole__: the contraction
   * atrial
   * ventricular

![The heart](picture:${picture})

| Valve | Leaflets |
|:--|--:|
| Mitral | 2 [1](#slide-1) |
| Tricuspid | 3 |

$$
\\frac{a}{b}
$$

> Listen *before* you look.

<div align="center">raw</div>

1) First
2) Second[^note]

[^note]: Kept as it is.
`;

const guideWith = async ({ token }: Learner): Promise<{ id: string; text: string }> => {
  const file = deckOf([{ title: 'The heart', lines, picture: 'A heart cut open', file: pngOf(640, 480) }]);
  const made = await call('POST', '/study-materials/unified', { token, form: fileForm(file) });
  expect(made.status).toBe(201);
  const { _id: id, pictures = [] } = made.body as StudyMaterial;
  const text = textWith(pictures[0]?.id ?? '');
  expect((await call('PUT', `/study-materials/${id}`, { token, body: { content: text } })).status).toBe(200);
  return { id, text };
};

const textOf = async ({ token }: Learner, id: string): Promise<string> =>
  ((await call('GET', `/study-materials/${id}`, { token })).body as StudyMaterial).processedContent.markdownContent;

const open = async (page: Page, { token }: Learner, id: string): Promise<Locator> => {
  await page.addInitScript((value) => {
    localStorage.setItem('token', value);
  }, token);
  await page.goto(`/study-materials/${id}?edit=true`);
  const text = page.getByRole('textbox', { name: 'Text', exact: true });
  await expect(text.getByText('four chambers')).toBeVisible();
  return text;
};

/** Puts the cursor at the end of a text. */
const cursorAfter = async (place: Locator): Promise<void> => {
  await place.click();
  await place.page().keyboard.press('End');
};

test('a guide is edited as it looks, and only what was changed is written anew', async ({ page }) => {
  const learner = await newLearner();
  const { id, text } = await guideWith(learner);
  const field = await open(page, learner, id);
  const save = page.getByRole('button', { name: 'Save' });
  await expect(field.locator('math').first()).toBeVisible();
  await expect(field.getByRole('img', { name: 'Source: slide 1' })).toHaveCount(3);
  await expect(field.getByRole('img', { name: 'The heart' })).toBeVisible();
  await expect(save).toBeDisabled();
  expect(await violationsOf(page)).toEqual([]);

  await cursorAfter(field.getByText('Listen'));
  await page.keyboard.type(' *Always*');
  await expect(save).toBeEnabled();
  for (let count = 0; (await save.isEnabled()) && count < 9; count += 1) await page.keyboard.press('Control+z');
  await expect(save).toBeDisabled();

  await cursorAfter(field.getByText('Listen'));
  await page.keyboard.press('Control+b');
  await page.keyboard.type(' Always');
  // What was typed survives a reload.
  await page.reload();
  await expect(field.getByText('Always')).toBeVisible();
  await expect(page.getByText('You have unsaved changes to this guide.')).toBeVisible();
  await save.click();
  await expect(page.getByText('Study guide saved')).toBeVisible();
  expect(await textOf(learner, id)).toBe(text.replace('you look.', 'you look. **Always**'));
});

test('citations, pictures and formulas are deleted as a whole; lists, headings and tables are made', async ({ page }) => {
  const learner = await newLearner();
  const { id, text } = await guideWith(learner);
  const field = await open(page, learner, id);
  const toolbar = page.getByRole('toolbar', { name: 'Formatting' });
  await cursorAfter(field.getByText('Mitral valve'));
  await page.keyboard.press('Backspace');
  await expect(field.getByRole('img', { name: 'Source: slide 1' })).toHaveCount(2);
  await page.keyboard.press('Control+z');
  await expect(field.getByRole('img', { name: 'Source: slide 1' })).toHaveCount(3);

  await cursorAfter(field.getByText('Tricuspid'));
  await toolbar.getByRole('button', { name: 'Add row' }).click();
  await page.keyboard.press('Enter');
  await page.keyboard.type('Aortic');
  await page.keyboard.press('Tab');
  await page.keyboard.type('3 | 4');
  await page.keyboard.press('Escape');
  await cursorAfter(field.getByText('Listen'));
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await page.keyboard.type('## Notes');
  await toolbar.getByRole('button', { name: 'Subheading' }).click();
  await page.keyboard.press('Enter');
  await page.keyboard.type('- one');
  await page.keyboard.press('Enter');
  await page.keyboard.type('$x^2$');
  await expect(field.locator('li math')).toBeVisible();
  // The toolbar has one tab stop.
  await page.keyboard.press('Alt+F10');
  await page.keyboard.press('Home');
  await expect(toolbar.getByRole('button', { name: 'Undo' })).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(toolbar.getByRole('button', { name: 'Redo' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(field).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(field).not.toBeFocused();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Study guide saved')).toBeVisible();
  expect(await textOf(learner, id)).toBe(
    text
      .replace(
        /\| Valve[^]*Tricuspid \| 3 \|/,
        ['| Valve | Leaflets |', '| :--- | ---: |', '| Mitral | 2 [1](#slide-1) |', '| Tricuspid | 3 |', '| Aortic | 3 \\| 4 |'].join('\n'),
      )
      .replace('you look.', 'you look.\n\n### Notes\n\n- one\n- $x^2$'),
  );
});

test('what is pasted is text and structure: nothing of it runs', async ({ page }) => {
  const learner = await newLearner();
  const { id } = await guideWith(learner);
  const field = await open(page, learner, id);
  await cursorAfter(field.getByText('Listen'));
  await field.evaluate((element) => {
    const data = new DataTransfer();
    data.setData(
      'text/html',
      '<img src=x onerror="window.ran=1"><script>window.ran=1</script><p onclick="window.ran=1">A <b>bold</b> <a href="javascript:window.ran=1">word</a></p><ul><li>x<ul><li>y</li></ul></li></ul><table><tr><td>1</td><td>2</td></tr></table>',
    );
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  });
  await expect(field.locator('strong', { hasText: 'bold' })).toBeVisible();
  await expect(field.locator('li li', { hasText: 'y' })).toBeVisible();
  expect(await page.evaluate(() => 'ran' in window)).toBe(false);
  await expect(field.locator('a')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Save' })).toBeEnabled();
});
