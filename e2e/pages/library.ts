import { expect, type Page } from '@playwright/test';

/** Actions on the pages of mf-library. */
export const library = (page: Page) => ({
  async createGuide(input: { file?: string; text?: string; style?: string }): Promise<void> {
    await page.goto('/study-materials/create');
    if (input.file) await page.locator('input[type=file]').first().setInputFiles(input.file);
    if (input.text) await page.getByLabel('Content').fill(input.text);
    if (input.style) await page.getByLabel('Style Preference').fill(input.style);
    await page.getByRole('button', { name: 'Generate Guide' }).click();
    await expect(page.getByText('Study guide created successfully!')).toBeVisible({ timeout: 60_000 });
    await expect(page).toHaveURL(/\/study-materials$/);
  },
  card: (title: string | RegExp) => page.getByRole('article').filter({ hasText: title }).first(),
  async openGuide(title: string | RegExp): Promise<void> {
    await page.getByRole('article').filter({ hasText: title }).first().getByRole('link').click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  },
});
