/** `npm run dev -- mf-study` serves that remote from source and everything else from the last build. Open pages show edits immediately. */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { remoteIds, remotePortSetting, type RemoteId } from '@lectern/contracts';
import { SettingsError } from '@lectern/service-kit';
import { root, runCommand, siteSettings } from '../command.ts';

/** The offset from a remote's port to that of its development server: 9103 for mf-study. */
const distance = 6_100;

/** Returns the port, or another one if it is taken. */
const freePort = (wanted: number): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', () => (wanted === 0 ? reject(new Error('No port is free.')) : resolve(freePort(0))));
    probe.listen(wanted, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });

const children: ChildProcess[] = [];
let ending = false;
/** Ends every process, waits for them, and exits. */
const end = async (code: number): Promise<void> => {
  if (ending) return;
  ending = true;
  const running = children.filter((child) => child.exitCode === null && child.signalCode === null);
  for (const child of running) child.kill('SIGTERM');
  await Promise.all(running.map((child) => once(child, 'exit')));
  process.exit(code);
};
for (const signal of ['SIGTERM', 'SIGINT', 'disconnect'] as const) process.on(signal, () => void end(0));

/** Starts a process. If it ends, all are ended. */
const start = (file: string, args: string[], environment: NodeJS.ProcessEnv = {}): ChildProcess => {
  const execArgv = ['--disable-warning=ExperimentalWarning'];
  const child = fork(join(root, file), args, { env: { ...process.env, ...environment }, execArgv });
  children.push(child);
  child.once('exit', (code) => void end(code ?? 1));
  return child;
};

await runCommand(async () => {
  // `mf-study=FOLDER` takes the source from another folder, so that tests can edit a copy.
  const wanted = process.argv.slice(2).map((argument) => {
    const [id = '', folder = id] = argument.split('=');
    return { id, folder: join(root, folder) };
  });
  const unknown = wanted.find(({ id }) => !remoteIds.some((each) => each === id))?.id;
  const problem = wanted.length === 0 ? 'Which remote?' : unknown !== undefined ? `There is no ${unknown}.` : undefined;
  if (problem !== undefined) throw new SettingsError(`${problem} npm run dev -- ${remoteIds.join(' | ')}, or several of them`);
  const settings = siteSettings();
  if (settings.NODE_ENV === 'production') throw new SettingsError('NODE_ENV: this is for development only.');
  const entries = await Promise.all(
    wanted.map(async ({ id, folder }) => {
      const near = settings[remotePortSetting(id as RemoteId)] + distance;
      const port = String(await freePort(near > 65_535 ? 0 : near));
      await once(start('packages/web/build/src/devServer.js', [id, folder, port]), 'message');
      return `${id}=http://localhost:${port}/remoteEntry.js`;
    }),
  );
  start('tools/start/main.ts', [], { LECTERN_DEVELOPMENT: entries.join(',') });
});
if (process.exitCode === 1) void end(1);
