/**
 * A team's day: `npm run dev -- mf-study` serves that remote from its source and everything else from the last build. Edits are
 * applied to open pages.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { remoteIds, remotePortSetting, type RemoteId } from '@lectern/contracts';
import { readEnvironment, readSettings, SettingsError } from '@lectern/service-kit';

const root = join(import.meta.dirname, '..', '..');
/** The distance of a development server's port from the remote's own: 9103 for mf-study. */
const distance = 6_100;

/** The port, or another one if it is taken. */
const freePort = (wanted: number): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', () => (wanted === 0 ? reject(new Error('No port is free.')) : resolve(freePort(0))));
    probe.listen(wanted, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });

const isRemote = (name: string): boolean => remoteIds.some((id) => id === name);

const children: ChildProcess[] = [];
let ending = false;
/** Ends every process, waits for them, and ends this one. */
const end = async (code: number): Promise<void> => {
  if (ending) return;
  ending = true;
  await Promise.all(
    children.map(
      (child) =>
        new Promise<void>((resolve) => {
          if (child.exitCode !== null || child.signalCode !== null) return resolve();
          child.once('exit', () => resolve());
          child.kill('SIGTERM');
        }),
    ),
  );
  process.exit(code);
};
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void end(0));
process.on('disconnect', () => void end(0));

/** Starts a process. When one ends, all are ended. */
const start = (file: string, args: string[], environment: NodeJS.ProcessEnv = {}): ChildProcess => {
  const child = fork(join(root, file), args, {
    env: { ...process.env, ...environment },
    execArgv: ['--disable-warning=ExperimentalWarning'],
  });
  children.push(child);
  child.once('exit', (code) => void end(code ?? 1));
  return child;
};

const main = async (): Promise<void> => {
  // `mf-study=FOLDER` takes the source from another folder: tests edit a copy.
  const wanted = process.argv.slice(2).map((argument) => {
    const [id = '', folder = id] = argument.split('=');
    return { id, folder: join(root, folder) };
  });
  const unknown = wanted.find(({ id }) => !isRemote(id))?.id;
  if (wanted.length === 0 || unknown !== undefined)
    throw new SettingsError(
      `${unknown === undefined ? 'Which remote?' : `There is no ${unknown}.`} npm run dev -- ${remoteIds.join(' | ')}, or several of them`,
    );
  const settings = readSettings(readEnvironment({ env: join(root, '.env'), example: join(root, '.env.example') }, process.env));
  if (settings.NODE_ENV === 'production') throw new SettingsError('NODE_ENV: this is for development only.');
  const entries = await Promise.all(
    wanted.map(async ({ id, folder }) => {
      const near = settings[remotePortSetting(id as RemoteId)] + distance;
      const port = await freePort(near > 65_535 ? 0 : near);
      const child = start('packages/web/build/src/devServer.js', [id, folder, String(port)]);
      await new Promise<void>((resolve) => child.once('message', () => resolve()));
      return `${id}=http://localhost:${String(port)}/remoteEntry.js`;
    }),
  );
  start('tools/start/main.ts', [], { LECTERN_DEVELOPMENT: entries.join(',') });
};

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof SettingsError ? error.message : String(error instanceof Error ? error.stack : error)}\n`);
  void end(1);
});
