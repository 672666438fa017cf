import { createHash } from 'node:crypto';
import puppeteer, { type ElementHandle } from 'puppeteer-core';
import { createDrivenBrowser, type DrivenBrowser } from './DrivenBrowser.ts';
import { firefoxPath } from './installed.ts';

/** Ten frames a second. Without a graphics card the CPU renders them, and no test checks how smoothly things move. */
const preferences = { 'layout.frame_rate': 10 };

/** If a page is left while a script is loading, Firefox reports an integrity error with the hash of no data. */
const hashOfNothing = createHash('sha256').digest('base64');

/** Opens Firefox through WebDriver BiDi, which it supports natively. */
export const openFirefox = async (): Promise<DrivenBrowser> => {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: firefoxPath,
    headless: true,
    extraPrefsFirefox: preferences,
  });
  const page = await browser.newPage();
  const problems: string[] = [];
  const note = (problem: string): void => {
    if (!problem.includes(hashOfNothing)) problems.push(problem);
  };
  page.on('pageerror', (error) => note(error instanceof Error ? error.message : String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') note(message.text());
  });
  const asFunction = (body: string): string => `(function () { ${body} })`;
  const call = (body: string, argument: unknown): string => `${asFunction(body)}.apply(null, ${JSON.stringify([argument ?? null])})`;
  return createDrivenBrowser<ElementHandle>({
    name: await browser.version(),
    goto: async (address) => void (await page.goto(address, { waitUntil: 'domcontentloaded' })),
    evaluate: (body, argument) => page.evaluate(call(body, argument)),
    evaluateHandle: async (body, argument) =>
      ((await page.evaluateHandle(call(body, argument))).asElement() as ElementHandle | null) ?? undefined,
    click: (element) => element.click(),
    type: async (element, text) => {
      await element.evaluate((field) => (field as HTMLInputElement).select());
      await element.type(text);
    },
    upload: (element, path) => (element as ElementHandle<HTMLInputElement>).uploadFile(path),
    press: (key) => page.keyboard.press(key === 'Space' ? ' ' : key),
    resize: (width, height) => page.setViewport({ width, height }),
    screenshot: async () => Buffer.from(await page.screenshot()),
    print: async () => Buffer.from(await page.pdf({ format: 'A4' })),
    problems: () => problems,
    close: () => browser.close(),
  });
};
