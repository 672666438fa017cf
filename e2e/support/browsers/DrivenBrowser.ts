import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect } from '@playwright/test';

/** How to find an element: by what a person or a screen reader perceives. */
export type Query =
  | { role: string; name?: string | RegExp; level?: number }
  | { label: string | RegExp }
  | { text: string | RegExp }
  | { selector: string };

/** The operations of each browser's own driver. `Handle` is the driver's reference to an element. */
export interface BrowserDriver<Handle> {
  /** The browser with its version. */
  name: string;
  goto: (address: string) => Promise<void>;
  /** Runs a function body in the page; `arguments[0]` is the argument. The result is transferred as JSON. */
  evaluate: (body: string, argument?: unknown) => Promise<unknown>;
  /** Like `evaluate`, for a function that returns an element or null. */
  evaluateHandle: (body: string, argument?: unknown) => Promise<Handle | undefined>;
  click: (element: Handle) => Promise<void>;
  type: (element: Handle, text: string) => Promise<void>;
  upload: (element: Handle, path: string) => Promise<void>;
  press: (key: 'Escape' | 'Space' | 'Tab' | 'Enter' | 'ArrowRight') => Promise<void>;
  resize: (width: number, height: number) => Promise<void>;
  screenshot: () => Promise<Buffer>;
  /** Returns the page on A4 paper as a PDF; undefined if the driver cannot print. */
  print: () => Promise<Buffer | undefined>;
  /** Errors of scripts and of the console so far, if the driver reports them. */
  problems: () => readonly string[];
  close: () => Promise<void>;
}

const requireHere = createRequire(import.meta.url);
/** Finds elements by role and accessible name, as the unit tests do. */
const library = readFileSync(requireHere.resolve('@testing-library/dom/dist/@testing-library/dom.umd.min.js'), 'utf8');
/** The library attaches itself to `this` or `self`, which may be something else in a function of the driver. */
const install = `(function (module, exports, define) { ${library} }).call(window);`;

const find = `
  const query = arguments[0];
  if (!window.TestingLibraryDom) return 'not installed';
  const matcher = query.pattern === undefined ? query.exact : new RegExp(query.pattern, query.flags);
  const within = document.body;
  const all = {
    role: () => TestingLibraryDom.queryAllByRole(within, query.role, { name: matcher, level: query.level }),
    label: () => TestingLibraryDom.queryAllByLabelText(within, matcher),
    text: () => TestingLibraryDom.queryAllByText(within, matcher),
    selector: () => [...document.querySelectorAll(query.selector)],
  }[query.by]();
  const isSeen = (element) => element.getClientRects().length > 0 || element.type === 'file';
  return all.filter(isSeen);
`;
const findFirst = `const found = (function () { ${find} }).apply(null, arguments); return Array.isArray(found) ? (found[0] ?? null) : null;`;
const findCount = `const found = (function () { ${find} }).apply(null, arguments); return Array.isArray(found) ? found.length : -1;`;

/** Whether the first match has not moved for two frames: a click goes to a position, and would miss a moving element. */
const isStill = `
  const given = arguments;
  const placeOf = () => {
    const found = (function () { ${find} }).apply(null, given);
    return Array.isArray(found) && found.length > 0 ? JSON.stringify(found[0].getBoundingClientRect()) : undefined;
  };
  const before = placeOf();
  return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(before !== undefined && before === placeOf()))));
`;

const matcherOf = (value: string | RegExp | undefined): object =>
  value instanceof RegExp ? { pattern: value.source, flags: value.flags } : { exact: value };

const argumentOf = (query: Query): object => {
  if ('role' in query) return { by: 'role', role: query.role, level: query.level, ...matcherOf(query.name) };
  if ('label' in query) return { by: 'label', ...matcherOf(query.label) };
  if ('text' in query) return { by: 'text', ...matcherOf(query.text) };
  return { by: 'selector', ...query };
};

/** Time limit for a call or a page. Milliseconds. */
const timeout = 30_000;

/** Creates a browser for tests, which waits for the elements that it looks for. */
export const createDrivenBrowser = <Handle>(driver: BrowserDriver<Handle>) => {
  const count = async (query: Query): Promise<number> => {
    const found = await driver.evaluate(findCount, argumentOf(query));
    if (found !== -1) return Number(found);
    // Each newly loaded page lacks the library.
    await driver.evaluate(install);
    return Number(await driver.evaluate(findCount, argumentOf(query)));
  };
  /** Waits for this many matches; by default, for one. */
  const see = (query: Query, times?: number): Promise<void> => {
    const counted = expect.poll(() => count(query), { message: `${driver.name}: ${JSON.stringify(argumentOf(query))}`, timeout });
    return times === undefined ? counted.toBeGreaterThan(0) : counted.toBe(times);
  };
  /** Acts on an element as soon as it exists. Looks it up again if it is re-rendered meanwhile. */
  const withElement = (query: Query, act: (element: Handle) => Promise<void>): Promise<void> =>
    expect(async () => {
      const find = () => driver.evaluateHandle(findFirst, argumentOf(query));
      const element = (await find()) ?? ((await count(query)) > 0 ? await find() : undefined);
      expect(element, `${driver.name}: ${JSON.stringify(argumentOf(query))}`).toBeDefined();
      if (element !== undefined) await act(element);
    }).toPass({ timeout });
  /** Resolves after two more frames: by then the page handles keys for what is shown. */
  const drawn = () =>
    driver.evaluate('return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(null))))');
  return {
    name: driver.name,
    goto: driver.goto,
    press: driver.press,
    resize: driver.resize,
    screenshot: driver.screenshot,
    print: driver.print,
    problems: driver.problems,
    close: driver.close,
    evaluate: driver.evaluate,
    /** Waits until nothing moves and all fonts are loaded. A cancelled animation counts as finished. */
    settle: async () => {
      await driver.evaluate(
        'return Promise.allSettled([document.fonts.ready, ...document.getAnimations().map(({ finished }) => finished)]).then(() => null)',
      );
      await drawn();
    },
    drawn,
    count,
    see,
    gone: (query: Query) => see(query, 0),
    click: (query: Query) =>
      withElement(query, async (element) => {
        expect(await driver.evaluate(isStill, argumentOf(query)), `${driver.name}: ${JSON.stringify(argumentOf(query))} moves`).toBe(true);
        await driver.click(element);
      }),
    fill: (query: Query, text: string) => withElement(query, (element) => driver.type(element, text)),
    upload: (query: Query, path: string) => withElement(query, (element) => driver.upload(element, path)),
    seeAddress: (address: RegExp) =>
      expect.poll(() => driver.evaluate('return location.href'), { message: driver.name, timeout }).toMatch(address),
  };
};
export type DrivenBrowser = ReturnType<typeof createDrivenBrowser>;
