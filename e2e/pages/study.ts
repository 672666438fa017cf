import { expect, type Page } from '@playwright/test';

/** Actions on the pages of mf-study. */
export const study = (page: Page) => ({
  async generateQuiz(guide: RegExp): Promise<void> {
    await page.goto('/quizzes');
    await page.getByRole('button', { name: 'Create Quiz' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Generate Quiz' });
    await this.chooseGuide(guide);
    await dialog.getByRole('button', { name: /generate/i }).click();
    await expect(page.getByText('Quiz created successfully')).toBeVisible({ timeout: 60_000 });
  },
  async generateDeck(guide: RegExp): Promise<void> {
    await page.goto('/quizzes?tab=flashcards');
    await page.getByRole('button', { name: 'Create Flashcard Deck' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Create Flashcard Deck' });
    await this.chooseGuide(guide);
    await dialog
      .getByRole('button', { name: /create|generate/i })
      .last()
      .click();
    await expect(page.getByText('Flashcard deck created successfully')).toBeVisible({ timeout: 60_000 });
  },
  async chooseGuide(guide: RegExp): Promise<void> {
    const select = page.getByRole('dialog').getByRole('combobox').first();
    const option = select.getByRole('option').filter({ hasText: guide }).first();
    await expect(option).toBeAttached();
    await select.selectOption((await option.getAttribute('value')) ?? '');
  },
  /** Answers every question with its first option, and submits the quiz. */
  async takeQuiz(): Promise<void> {
    for (;;) {
      const progress = await page.getByText(/^Question \d+ of \d+$/).textContent();
      const [, at, of] = /Question (\d+) of (\d+)/.exec(progress ?? '') ?? [];
      const show = page.getByRole('button', { name: 'Show Answer' });
      await expect(show).toBeDisabled();
      await page.getByRole('radio').first().check({ force: true });
      await show.click();
      const next = page.getByRole('button', { name: at === of ? 'Submit Quiz' : 'Next Question' });
      await next.click();
      if (at === of) return;
      await expect(page.getByText(`Question ${Number(at) + 1} of ${of}`)).toBeVisible();
    }
  },
  /** Returns the number of due cards that "Review" in the sidebar shows; 0 if it shows none. */
  async dueNumber(): Promise<number> {
    const name = await page
      .getByRole('navigation', { name: 'Main', exact: true })
      .getByRole('link', { name: /^Review/ })
      .textContent();
    return Number(/\d+/.exec(name ?? '')?.[0] ?? 0);
  },
  /** Shows the back of the card and rates it. Resolves once the service has stored the review. */
  async reviewCard(rating: 'Again' | 'Hard' | 'Good' | 'Easy'): Promise<void> {
    await page.getByRole('button', { name: 'Show Answer' }).click();
    const stored = page.waitForResponse((response) => response.url().endsWith('/reviews') && response.request().method() === 'POST');
    await page.getByRole('button', { name: new RegExp(`^${rating}`) }).click();
    expect((await stored).status()).toBe(201);
  },
});
