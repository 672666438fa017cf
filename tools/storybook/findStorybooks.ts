import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { BuiltStorybook } from './startStorybooks.ts';

/**
 * The design system's Storybook and those of the shell and of every remote, as they are built in this repository.
 *
 * @param deployed addresses of those that are deployed elsewhere, by id
 * @throws Error for an id that no part has
 */
export const findStorybooks = (
  root: string,
  deployed: Readonly<Record<string, string>> = {},
): { hostFolder: string; others: BuiltStorybook[] } => {
  const ids = ['shell', ...readdirSync(root).filter((name) => name.startsWith('mf-') && existsSync(join(root, name, '.storybook')))];
  const unknown = Object.keys(deployed).find((id) => !ids.includes(id));
  if (unknown !== undefined) throw new Error(`There is no part "${unknown}" with a Storybook: ${ids.join(', ')}.`);
  return {
    hostFolder: join(root, 'packages/web/ui/storybook-static'),
    others: ids.map((id) => {
      const url = deployed[id];
      return { id, at: url === undefined ? { folder: join(root, id, 'storybook-static') } : { url } };
    }),
  };
};
