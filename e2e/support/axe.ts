import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type axe from 'axe-core';

/** Minified: a third of the length of `axe.source`. Every checked document has to parse it. */
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Rules about whole pages, which a single component on an empty page cannot satisfy. */
const pageRules = ['region', 'landmark-one-main', 'page-has-heading-one', 'bypass', 'document-title', 'landmark-unique'];

export interface Violation {
  rule: string;
  help: string;
  nodes: string[];
}

export interface AxeOptions {
  /** Leaves out the rules about whole pages. */
  isPart?: boolean;
  /** Runs only the colour rules, for the second theme of a page. */
  onlyColours?: boolean;
}

/** Uses its own global name, because Storybook has an axe with another configuration. */
const script = `${source}; globalThis.pageAxe = globalThis.axe;`;
const offered = new WeakSet<Page>();

/** Adds axe to every document that this page opens from now on. Injecting it into each takes five times as long. */
export const offerAxe = async (page: Page): Promise<void> => {
  if (offered.has(page)) return;
  offered.add(page);
  await page.addInitScript(script);
};

/** Returns the violations that axe finds on the page, with all rules including best practices. */
export const violationsOf = async (page: Page, { isPart = false, onlyColours = false }: AxeOptions = {}): Promise<Violation[]> => {
  // Once per document.
  for (const frame of page.frames()) if (!(await frame.evaluate(() => 'pageAxe' in globalThis))) await frame.evaluate(script);
  const options: axe.RunOptions = {
    // Skips the details of passed rules.
    resultTypes: ['violations'],
    ...(onlyColours
      ? { runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } }
      : isPart && { rules: Object.fromEntries(pageRules.map((rule) => [rule, { enabled: false }])) }),
  };
  return page.evaluate(async (given) => {
    const { violations } = await (globalThis as unknown as { pageAxe: typeof axe }).pageAxe.run(document, given);
    return violations.map(({ id, help, nodes }) => ({
      rule: id,
      help,
      nodes: nodes.map((node) => `${node.target.join(' ')}: ${node.failureSummary ?? ''} ${node.html.slice(0, 200)}`),
    }));
  }, options);
};
