import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** Rules about whole pages, which a single component on an empty page cannot meet. */
const pageRules = ['region', 'landmark-one-main', 'page-has-heading-one', 'bypass', 'document-title', 'landmark-unique'];

export interface Violation {
  rule: string;
  help: string;
  nodes: string[];
}

export interface AxeOptions {
  /** Leaves out the rules about whole pages. */
  isPart?: boolean;
  /** The other theme of a page that was looked at already differs in its colours alone. */
  onlyColours?: boolean;
}

/** What axe finds on the page: every rule, best practices too. */
export const violationsOf = async (page: Page, { isPart = false, onlyColours = false }: AxeOptions = {}): Promise<Violation[]> => {
  // Without frames to look into, the results need no page of their own to be put together in.
  const builder = new AxeBuilder({ page }).setLegacyMode();
  if (onlyColours) builder.withRules(['color-contrast', 'link-in-text-block']);
  else if (isPart) builder.disableRules(pageRules);
  const { violations } = await builder.analyze();
  return violations.map(({ id, help, nodes }) => ({
    rule: id,
    help,
    nodes: nodes.map((node) => `${node.target.join(' ')}: ${node.failureSummary ?? ''} ${node.html.slice(0, 200)}`),
  }));
};
