/** `npm run new:remote -- mf-NAME`, `npm run new:service -- NAME`: creates a working part with tests. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root, runCommand, say } from '../command.ts';
import { scaffold, ScaffoldError, type Kind } from './scaffold.ts';

const [first, name = ''] = process.argv.slice(2);
const kind: Kind = first === 'remote' ? 'remote' : 'service';

/** @throws ScaffoldError if the program fails */
const run = (what: string, args: string[]): void => {
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) throw new ScaffoldError(`${what} failed (see above); the files are written.`);
};

await runCommand(() => {
  const written = scaffold({ root, kind, name });
  // The new package needs no download.
  run('pnpm install', [join(root, 'tools/node/node_modules/pnpm/bin/pnpm.mjs'), 'install', '--no-frozen-lockfile', '--prefer-offline']);
  run('oxfmt', [join(root, 'node_modules/oxfmt/bin/oxfmt'), ...written]);
  for (const file of written) say(`  ${file}`);
  if (kind === 'remote') say(`\nnpm run dev -- ${name}     work on it\nnpm test -- ${name}        test it`);
  else say(`\nnpm start                 it answers behind the gateway at /${name}\nnpm test -- services/${name}   test it`);
}, ScaffoldError);
