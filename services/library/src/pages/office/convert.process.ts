/**
 * Runs LibreOffice for one file, and ends it with all its children: when it takes too long, when the service says so, and when the service
 * ends. LibreOffice is native code that reads untrusted files. So it gets its own name spaces if the machine permits it, and limits of memory, time
 * and file size in any case.
 */
import { spawn, spawnSync } from 'node:child_process';
import { setPriority } from 'node:os';
import type { ConversionEnd, ConversionLimits, ConversionRequest } from './conversion.ts';

/** Without network, other processes, and the data folder, over which an empty one is mounted. */
const spaces = ['--net', '--pid', '--fork', '--kill-child', '--mount-proc'];
const hide = 'if [ -d "$HIDDEN_FOLDER" ]; then mount -t tmpfs none "$HIDDEN_FOLDER" || exit 1; fi; exec "$@"';
const enclosures = [['--user', '--map-root-user', ...spaces], spaces].map((flags) => ['unshare', ...flags, 'sh', '-c', hide, 'sh']);

/** `ulimit` counts kilobytes, seconds, and blocks of 512 bytes. macOS has no limit of memory. */
const limiting = ({ memoryBytes, seconds, fileBytes }: ConversionLimits): string =>
  [
    'ulimit -c 0',
    `ulimit -v ${Math.floor(memoryBytes / 1024)} 2>/dev/null`,
    `ulimit -t ${seconds}`,
    `ulimit -f ${Math.floor(fileBytes / 512)}`,
    'exec "$@"',
  ].join('; ');

// Nobody waits for a page.
setPriority(10);

const run = ({ command, folder, hidden, limits }: ConversionRequest): void => {
  const environment = {
    PATH: '/usr/local/bin:/usr/bin:/bin',
    HOME: folder,
    TMPDIR: folder,
    LANG: 'C.UTF-8',
    SAL_USE_VCLPLUGIN: 'svp',
    HIDDEN_FOLDER: hidden,
  };
  const enclosure = enclosures.find(
    ([program = '', ...flags]) => spawnSync(program, [...flags, 'true'], { env: environment }).status === 0,
  );
  const child = spawn('sh', ['-c', limiting(limits), 'sh', ...(enclosure ?? []), ...command], {
    cwd: folder,
    env: environment,
    // Its own process group, which is ended as a whole.
    detached: true,
    stdio: 'ignore',
  });
  const end = (): void => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    } catch {
      // It has ended.
    }
  };
  const timer = setTimeout(end, limits.seconds * 1_000);
  process.once('disconnect', () => {
    end();
    process.exit();
  });
  process.once('message', end);
  child.once('error', (error) => {
    throw error;
  });
  child.once('exit', (code, signal) => {
    clearTimeout(timer);
    // Children that outlived it.
    end();
    process.send?.({ status: `${signal ?? code}`, isEnclosed: enclosure !== undefined } satisfies ConversionEnd);
  });
};

process.once('message', run);
