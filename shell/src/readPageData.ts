import { applyOverrides } from './development/overrides';
import type { PageData } from './PageData';

/**
 * Reads the page's data.
 *
 * @throws Error if the page has none, because the page server did not compose it
 */
export const readPageData = (): PageData => {
  const text = document.getElementById('lectern')?.textContent;
  if (!text) throw new Error('The page has no data.');
  const data = JSON.parse(text) as PageData;
  return process.env.LECTERN_BUILD === 'development' ? applyOverrides(data) : data;
};
