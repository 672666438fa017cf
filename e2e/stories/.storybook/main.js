import { globSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { storybookConfig } from '@lectern/build/storybook';

const root = join(import.meta.dirname, '..', '..', '..');

/** For tests: the stories of all parts in one Storybook, so that shared code is compiled once. */
export default storybookConfig({
  folder: import.meta.dirname,
  parts: globSync('{packages/web/*,*}/.storybook', { cwd: root }).map((folder) => join(root, dirname(folder))),
});
