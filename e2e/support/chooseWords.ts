import { expect, type Locator, type Page } from '@playwright/test';

/** Selects the words of a guide and presses a button of their bar. Selects again if the page, still loading, has lost the selection. */
export const chooseWords = async (page: Page, words: Locator, action: string): Promise<void> => {
  await expect(async () => {
    await words.click({ clickCount: 3 });
    await page.getByRole('button', { name: action }).click({ timeout: 5_000 });
  }).toPass();
};
