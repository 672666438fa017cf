import { join } from 'node:path';
import { evalCommand } from './evalCommand.ts';

// A pager or `head` that has read enough closes the pipe, which is not a failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

process.exitCode = await evalCommand(process.argv.slice(2), {
  root: join(import.meta.dirname, '../../../..'),
  // Where npm was called; scripts run in the repository's root.
  from: process.env.INIT_CWD ?? process.cwd(),
  environment: process.env,
  write: (text) => process.stdout.write(text),
  writeError: (text) => process.stderr.write(text),
});
