import { globSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { storybookConfig } from '@lectern/build/storybook';

const root = join(import.meta.dirname, '..', '..', '..');

/** The stories of all parts in one Storybook, for the tests: what the parts share is compiled once. */
export default storybookConfig({
  folder: import.meta.dirname,
  parts: globSync('{packages/web/*,*}/.storybook', { cwd: root }).map((folder) => join(root, dirname(folder))),
});
