import { expect, test as base, type Page } from '@playwright/test';

/** Collects the errors of a page: console errors, failed requests and policy violations. */
export interface Watch {
  problems: string[];
  /** Ignores errors that a test causes on purpose. */
  allow: (pattern: RegExp) => void;
}

const watch = (page: Page): Watch => {
  const problems: string[] = [];
  const allowed: RegExp[] = [];
  const note = (problem: string) => {
    if (!allowed.some((pattern) => pattern.test(problem))) problems.push(problem);
  };
  page.on('console', (message) => {
    if (message.type() === 'error') note(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => note(`error: ${error.message}`));
  page.on('requestfailed', (request) => {
    // Leaving a page aborts its requests.
    if (request.failure()?.errorText !== 'net::ERR_ABORTED')
      note(`failed: ${request.method()} ${request.url()} ${request.failure()?.errorText ?? ''}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400) note(`${response.status()}: ${response.request().method()} ${response.url()}`);
  });
  return { problems, allow: (pattern) => void allowed.push(pattern) };
};

/** A browser test that fails on any console error, failed request or policy violation of its page. */
export const test = base.extend<{ watched: Watch }>({
  watched: [
    async ({ page }, use) => {
      const watched = watch(page);
      await use(watched);
      expect(watched.problems).toEqual([]);
    },
    { auto: true },
  ],
});
export { expect };
