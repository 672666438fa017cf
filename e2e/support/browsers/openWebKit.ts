import { spawn, type ChildProcess } from 'node:child_process';
import { expect } from '@playwright/test';
import { Builder, Capabilities, Key, type WebDriver, type WebElement, type Window } from 'selenium-webdriver';
import { freePorts } from '@lectern/test-servers';
import { createDrivenBrowser, type DrivenBrowser } from './DrivenBrowser.ts';
import { webKitPaths } from './installed.ts';

/** Starts a virtual display. Resolves with its name once it is ready. */
const openDisplay = async (): Promise<{ display: string; process: ChildProcess }> => {
  // Xvfb picks the first free number, and writes it to file descriptor 3 when it is ready.
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

/** Returns the width of a page in the narrowest possible window, whose buttons need some space. CSS pixels. */
const narrowestOf = async (window: Window, innerWidth: () => Promise<number>): Promise<number> => {
  const { width } = await window.getRect();
  const before = await innerWidth();
  await window.setRect({ width: 1, height: 800 });
  await expect.poll(innerWidth, { message: 'the window is narrow', timeout: 10_000 }).not.toBe(before);
  const narrowest = await innerWidth();
  await window.setRect({ width, height: 800 });
  await expect.poll(innerWidth, { message: 'the window is as wide as before', timeout: 10_000 }).toBe(before);
  return narrowest;
};

/**
 * Without a graphics card the CPU composites layers, which is half of a run's work. If no screenshots are kept, each page is rendered as
 * one layer; document, styles and events stay the same.
 */
const drawing: NodeJS.ProcessEnv = process.env['BROWSER_PICTURES'] === undefined ? { WEBKIT_DISABLE_COMPOSITING_MODE: '1' } : {};

/** Opens WebKitGTK through its WebDriver. */
export const openWebKit = async (): Promise<DrivenBrowser> => {
  const { display, process: displayProcess } = await openDisplay();
  const [port] = await freePorts(1);
  const driverProcess = spawn(webKitPaths.driver, [`--port=${String(port)}`], {
    // The tests load only our own pages, and the sandbox needs privileges that root lacks on a test machine.
    env: {
      ...process.env,
      DISPLAY: display,
      GDK_BACKEND: 'x11',
      LIBGL_ALWAYS_SOFTWARE: '1',
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
      ...drawing,
      // Test code runs too rarely to be worth the second compiler.
      JSC_useDFGJIT: '0',
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
  const window = driver.manage().window();
  const innerWidth = (): Promise<number> => driver.executeScript<number>('return innerWidth');
  const innerHeight = (): Promise<number> => driver.executeScript<number>('return innerHeight');
  const outer = await window.getRect();
  /** The size of the window's decoration around the page. */
  const frame = { width: outer.width - (await innerWidth()), height: outer.height - (await innerHeight()) };
  const narrowest = await narrowestOf(window, innerWidth);
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
      await window.setRect({ width: width + frame.width, height: height + frame.height });
      // The window gets the requested width, or its minimum, a moment later.
      await expect
        .poll(innerWidth, { message: 'the window has its new size', intervals: [50], timeout: 10_000 })
        .toBe(Math.max(width, narrowest));
    },
    screenshot: async () => Buffer.from(await driver.takeScreenshot(), 'base64'),
    print: () => Promise.resolve(undefined),
    // Its driver does not report them.
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
