import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { portNames } from '@lectern/e2e/site';
import { workSecondsOf } from '@lectern/e2e/work-seconds';
import { freePorts } from '@lectern/test-servers';
import { row, type Row } from './table.ts';

const root = join(import.meta.dirname, '..');
interface Started {
  seconds: number;
  process: ChildProcess;
  dataFolder: string;
}

const start = async (cwd: string): Promise<Started> => {
  const numbers = await freePorts(portNames.length);
  const ports = Object.fromEntries(portNames.map((name, index) => [name, String(numbers[index])]));
  const dataFolder = mkdtempSync(join(tmpdir(), 'lectern-bench-'));
  const startedAt = performance.now();
  const child = spawn('npm', ['start'], {
    cwd,
    env: { ...process.env, ...ports, DATA_DIR: dataFolder, PUBLIC_URL: '', API_URL: '' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise<void>((resolve, reject) => {
    child.stdout?.on('data', (data: Buffer) => /^ready /m.test(data.toString()) && resolve());
    child.once('exit', (code) => reject(new Error(`npm start ended with ${code}`)));
  });
  return { seconds: (performance.now() - startedAt) / 1000, process: child, dataFolder };
};

const stop = async ({ process: child, dataFolder }: Started): Promise<void> => {
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await ended;
  rmSync(dataFolder, { recursive: true, force: true });
};

/** Returns a process's proportional set size in kB, which splits shared pages among processes (`man proc_pid_smaps`); 0 if unavailable. */
const shareOf = (pid: number): number => {
  const file = `/proc/${pid}/smaps_rollup`;
  return existsSync(file) ? Number(/^Pss:\s+(\d+)/m.exec(readFileSync(file, 'utf8'))?.[1] ?? 0) : 0;
};

/** The process ids of a site, by part. */
const pidsIn = (dataFolder: string): Record<string, number> =>
  JSON.parse(readFileSync(join(dataFolder, 'pids.json'), 'utf8')) as Record<string, number>;

/** How long an idle site is observed, in seconds. */
const watchedSeconds = 60;
const idleWork = async (dataFolder: string): Promise<Row> => {
  const pids = Object.values(pidsIn(dataFolder));
  const before = workSecondsOf(...pids);
  await wait(watchedSeconds * 1_000);
  const share = (workSecondsOf(...pids) - before) / watchedSeconds;
  return row('processor time of all processes', undefined, `${(share * 100).toFixed(1)} % of one processor`);
};

/** Resident memory of a process and its descendants, by name. */
const resident = (pid: number, dataFolder: string): Row[] => {
  const names = Object.entries(pidsIn(dataFolder));
  const rows = execFileSync('ps', ['-eo', 'pid=,ppid=,rss=,comm='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/));
  const below = (parent: number): string[][] =>
    rows.filter((each) => Number(each[1]) === parent).flatMap((each) => [each, ...below(Number(each[0]))]);
  const all = [...rows.filter((each) => Number(each[0]) === pid), ...below(pid)];
  const megabytes = (each: string[]) => Number(each[2]) / 1024;
  return [
    ...all.map((each) =>
      row(names.find(([, id]) => id === Number(each[0]))?.[0] ?? each[3] ?? '', undefined, `${megabytes(each).toFixed(0)} MB`),
    ),
    row('all processes', undefined, `${all.reduce((sum, each) => sum + megabytes(each), 0).toFixed(0)} MB (at most 1024)`),
    // The row above counts Node's shared pages once per process.
    row('the same, common pages once', undefined, `${(all.reduce((sum, each) => sum + shareOf(Number(each[0])), 0) / 1024).toFixed(0)} MB`),
  ];
};

/** Cold and warm start of the whole site, and its idle memory and CPU time. Cold is a fresh clone with nothing installed or built. */
export async function benchStart(): Promise<{ start: Row[]; idle: Row[] }> {
  const clone = mkdtempSync(join(tmpdir(), 'lectern-clone-'));
  execFileSync('git', ['clone', '--quiet', '--depth', '1', `file://${root}`, clone]);
  const cold = await start(clone);
  await stop(cold);
  const warm = await start(clone);
  await wait(5_000);
  const idle = [...resident(warm.process.pid ?? 0, warm.dataFolder), await idleWork(warm.dataFolder)];
  await stop(warm);
  rmSync(clone, { recursive: true, force: true });
  return {
    start: [
      row(
        'cold / warm start',
        cold.seconds / warm.seconds,
        `${cold.seconds.toFixed(1)} s (fresh clone) against ${warm.seconds.toFixed(1)} s (nothing changed)`,
      ),
    ],
    idle,
  };
}
