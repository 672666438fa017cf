import { spawn, type ChildProcess } from 'node:child_process';
import { expect } from '@playwright/test';
import { Builder, Capabilities, Key, type WebDriver, type WebElement } from 'selenium-webdriver';
import { freePorts } from '@lectern/test-servers';
import { createDrivenBrowser, type DrivenBrowser } from './DrivenBrowser.ts';
import { webKitPaths } from './installed.ts';

/** A display that nobody sees; resolves with its name when it is ready. */
const openDisplay = async (): Promise<{ display: string; process: ChildProcess }> => {
  // It takes the first free number, and writes it to file descriptor 3 when it is ready.
  const process = spawn(webKitPaths.display, ['-displayfd', '3', '-screen', '0', '1600x1200x24'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const number = await new Promise<string>((resolve, reject) => {
    process.once('exit', (code) => reject(new Error(`Xvfb ended with ${String(code)}`)));
    process.stdio[3]?.once('data', (data: Buffer) => resolve(data.toString().trim()));
  });
  return { display: `:${number}`, process };
};

const keys = { Escape: Key.ESCAPE, Space: Key.SPACE, Tab: Key.TAB, Enter: Key.ENTER, ArrowRight: Key.ARROW_RIGHT } as const;

/** WebKitGTK by its WebDriver. */
export const openWebKit = async (): Promise<DrivenBrowser> => {
  const { display, process: displayProcess } = await openDisplay();
  const [port] = await freePorts(1);
  const driverProcess = spawn(webKitPaths.driver, [`--port=${String(port)}`], {
    // Web pages of the tests are our own; the sandbox needs rights that a test machine's root has not.
    env: {
      ...process.env,
      DISPLAY: display,
      GDK_BACKEND: 'x11',
      LIBGL_ALWAYS_SOFTWARE: '1',
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
    },
    stdio: 'ignore',
  });
  const address = `http://127.0.0.1:${String(port)}`;
  const isReady = (): Promise<boolean> =>
    fetch(`${address}/status`).then(
      ({ ok }) => ok,
      () => false,
    );
  const endBoth = (): void => {
    driverProcess.kill();
    displayProcess.kill();
  };
  let driver: WebDriver;
  try {
    await expect.poll(isReady, { message: 'WebKitWebDriver is ready', timeout: 30_000 }).toBe(true);
    driver = await new Builder()
      .usingServer(address)
      .withCapabilities(
        new Capabilities({
          browserName: 'MiniBrowser',
          'webkitgtk:browserOptions': { binary: webKitPaths.browser, args: ['--automation'] },
        }),
      )
      .build();
  } catch (error) {
    endBoth();
    throw error;
  }
  const version = (await driver.getCapabilities()).get('browserVersion') as string;
  return createDrivenBrowser<WebElement>({
    name: `webkitgtk/${version}`,
    goto: (target) => driver.get(target),
    evaluate: (text, argument) => driver.executeScript(text, argument ?? null),
    evaluateHandle: async (text, argument) => (await driver.executeScript<WebElement | null>(text, argument ?? null)) ?? undefined,
    click: (element) => element.click(),
    type: async (element, text) => {
      await driver.executeScript('arguments[0].select()', element);
      await element.sendKeys(text);
    },
    upload: (element, path) => element.sendKeys(path),
    press: (key) => driver.actions().sendKeys(keys[key]).perform(),
    resize: async (width, height) => {
      // The window has a frame, which the page does not count.
      await driver.manage().window().setRect({ width, height });
      const [innerWidth, innerHeight] = await driver.executeScript<[number, number]>('return [innerWidth, innerHeight]');
      await driver
        .manage()
        .window()
        .setRect({ width: 2 * width - innerWidth, height: 2 * height - innerHeight });
    },
    screenshot: async () => Buffer.from(await driver.takeScreenshot(), 'base64'),
    print: () => Promise.resolve(undefined),
    // Its driver does not tell of them.
    problems: () => [],
    close: async () => {
      try {
        await driver.quit();
      } finally {
        endBoth();
      }
    },
  });
};
