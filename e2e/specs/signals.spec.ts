import { execFileSync, spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { temporaryFolder } from '@lectern/test-servers';
import { expect, test } from '@playwright/test';
import { call, newLearner } from '../support/api.ts';
import { startSite, type RunningSite } from '../support/site.ts';

const isOpen = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = createConnection({ port, host: '127.0.0.1' });
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });

/** Returns a process and all of its descendants. */
const treeOf = (pid: number): number[] => {
  const rows = execFileSync('ps', ['-eo', 'pid=,ppid='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((row) => row.trim().split(/\s+/).map(Number));
  const below = (parent: number): number[] => [
    parent,
    ...rows.filter(([, ppid]) => ppid === parent).flatMap(([child = 0]) => below(child)),
  ];
  return below(pid);
};
const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
};
const pidsOf = (site: RunningSite) => JSON.parse(readFileSync(join(site.dataFolder, 'pids.json'), 'utf8')) as Record<string, number>;

for (const signal of ['SIGTERM', 'SIGINT'] as const)
  test(`${signal} to npm start leaves no process and no open port behind`, async () => {
    const site = await startSite({ command: ['start'] });
    const processes = treeOf(site.process.pid ?? 0);
    expect(processes.length).toBeGreaterThan(8);
    const ports = Object.values(site.ports);
    expect((await Promise.all(ports.map(isOpen))).every(Boolean)).toBe(true);
    expect(await site.stop(signal)).toBe(0);
    await expect.poll(() => processes.filter(isAlive)).toEqual([]);
    expect((await Promise.all(ports.map(isOpen))).some(Boolean)).toBe(false);
  });

test('SIGTERM while npm start prepares ends it, with no process left behind', async () => {
  const folder = temporaryFolder('stopped-start');
  const child = spawn('npm', ['start'], {
    cwd: join(import.meta.dirname, '..', '..'),
    env: { ...process.env, DATA_DIR: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  try {
    await new Promise<void>((resolve) => {
      let printed = '';
      child.stdout.on('data', (data: Buffer) => {
        printed += data.toString();
        if (/^3\/3 /m.test(printed)) resolve();
      });
    });
    const processes = treeOf(child.pid ?? 0);
    expect(processes.length).toBeGreaterThan(2);
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
    await expect.poll(() => processes.filter(isAlive)).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('a killed service is started again, however often', async () => {
  const site = await startSite();
  try {
    const times: number[] = [];
    for (let round = 0; round < 4; round++) {
      const pid = pidsOf(site)['library'] ?? 0;
      process.kill(pid, 'SIGKILL');
      const killedAt = Date.now();
      await expect
        .poll(() => pidsOf(site)['library'] !== pid && isOpen(site.ports.LIBRARY_SERVICE_PORT), { timeout: 20_000, intervals: [50] })
        .toBe(true);
      times.push(Date.now() - killedAt);
    }
    // How long a start takes depends on the machine's load. Supervisor.test.ts tests that there is no additional delay.
    console.log(`note: a killed service was back after ${times.join(', ')} ms`);
    const { token } = await newLearner(site);
    expect((await call('GET', '/study-materials', { token }, site.api)).status).toBe(200);
  } finally {
    await site.stop();
  }
});

test('a malformed or unknown setting stops the start with one line that names it', async () => {
  await expect(startSite({ command: ['start'], environment: { RATE_LIMITS: 'sometimes' } })).rejects.toThrow(/RATE_LIMITS: [^\n]+/);
  await expect(startSite({ environment: { NODE_ENV: 'production' } })).rejects.toThrow(/AUTH_TOKEN_SECRET: [^\n]+/);
});
