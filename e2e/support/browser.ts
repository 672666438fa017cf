import { expect, test as base, type ConsoleMessage, type Page, type Request, type Response } from '@playwright/test';

/** Collects the errors of a page: console errors, failed requests and policy violations. */
export interface Watch {
  problems: string[];
  /** Ignores errors that a test causes on purpose. */
  allow: (pattern: RegExp) => void;
}

/** Collects the errors of a page from now on, until it is closed or `stop` is called. */
export const watch = (page: Page): Watch & { stop: () => void } => {
  const problems: string[] = [];
  const allowed: RegExp[] = [];
  const note = (problem: string) => {
    if (!allowed.some((pattern) => pattern.test(problem))) problems.push(problem);
  };
  const onConsole = (message: ConsoleMessage): void => {
    if (message.type() === 'error') note(`console: ${message.text()}`);
  };
  const onError = (error: Error): void => note(`error: ${error.message}`);
  const onFailed = (request: Request): void => {
    // Leaving a page aborts its requests.
    if (request.failure()?.errorText !== 'net::ERR_ABORTED')
      note(`failed: ${request.method()} ${request.url()} ${request.failure()?.errorText ?? ''}`);
  };
  const onResponse = (response: Response): void => {
    if (response.status() >= 400) note(`${response.status()}: ${response.request().method()} ${response.url()}`);
  };
  page.on('console', onConsole).on('pageerror', onError).on('requestfailed', onFailed).on('response', onResponse);
  const stop = (): void => {
    page.off('console', onConsole).off('pageerror', onError).off('requestfailed', onFailed).off('response', onResponse);
  };
  return { problems, allow: (pattern) => void allowed.push(pattern), stop };
};

/** Resolves after two more frames: by then the page handles keys for what is shown. */
export const drawn = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
      }),
  );

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
