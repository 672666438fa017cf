import { spawnSync } from 'node:child_process';
import { appendFileSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { serviceNames, servicePortSetting, type ServiceName } from '@lectern/contracts';
import { temporaryFolder } from '@lectern/test-servers';
import { call, newLearner, password, textForm } from '../../support/api.ts';
import { backendParts, startBackend } from '../../support/backend.ts';
import { unlessRefused } from '../../support/isClearRefusal.ts';
import { lecture } from '../../support/lecture.ts';
import { startSite, type RunningSite } from '../../support/site.ts';

/** Mounts a small disk that a test can fill. Only root may do so; otherwise returns undefined. */
const smallDisk = (megabytes: number): { folder: string; remove: () => void } | undefined => {
  const folder = temporaryFolder('small-disk');
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder]);
  const remove = () => {
    if (status === 0) spawnSync('umount', [folder]);
    rmSync(folder, { recursive: true, force: true });
  };
  if (status === 0) return { folder, remove };
  remove();
  return undefined;
};

/** Writes until not even a byte fits. */
const fill = (file: string): void => {
  for (let size = 1 << 20; size >= 1;)
    try {
      appendFileSync(file, Buffer.alloc(size));
    } catch {
      size >>= 1;
    }
};

const pidsOf = ({ dataFolder }: RunningSite): string => readFileSync(join(dataFolder, 'pids.json'), 'utf8');

test('a full disk refuses writes, and nothing else: reads go on, readiness says so, and all recovers by itself', async () => {
  const disk = smallDisk(60);
  test.skip(disk === undefined, 'Only root can make a small disk; the stores’ own tests fill a file instead.');
  if (!disk) return;
  const filler = join(disk.folder, 'filler');
  const site = await startSite({ dataFolder: join(disk.folder, 'data') });
  try {
    const { email, token } = await newLearner(site);
    const ask = (method: string, path: string, options: object = {}) => call(method, path, { token, ...options }, site.api);
    const guide = await ask('POST', '/study-materials/unified', { form: textForm(lecture) });
    expect(guide.status).toBe(201);
    const id = guide.body._id as string;
    const before = pidsOf(site);
    const ready = async (service: (typeof serviceNames)[number]) => {
      const answer = await fetch(`http://127.0.0.1:${site.ports[servicePortSetting(service)]}/health/ready`);
      return { status: answer.status, text: await answer.text() };
    };

    const writes: [string, string, () => object][] = [
      ['POST', '/study-materials/unified', () => ({ form: textForm(lecture) })],
      ['PUT', `/study-materials/${id}`, () => ({ body: { content: `# Mine\n${'word '.repeat(20_000)}` } })],
      ['POST', '/quizzes/generate', () => ({ body: { studyMaterialId: id } })],
      ['POST', '/auth/login', () => ({ token: undefined, body: { email, password } })],
      ['POST', '/subscription/create', () => ({ body: {} })],
    ];
    for (const [method, path, options] of writes)
      // Files may still have some allocated space left, so refill and retry.
      await expect(async () => {
        fill(filler);
        const answer = await ask(method, path, options());
        expect(answer.status, `${method} ${path}`).toBe(503);
        expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
        expect(answer.body.code).toBe('unavailable');
      }).toPass({ timeout: 30_000, intervals: [50] });

    const reads = [
      '/auth/user',
      '/study-materials',
      `/study-materials/${id}`,
      '/study-materials?q=glucose',
      '/folders',
      '/quizzes',
      '/flashcards',
    ];
    for (const path of [...reads, '/subscription/status', '/subscription/limits']) expect((await ask('GET', path)).status, path).toBe(200);
    for (const service of serviceNames) {
      fill(filler);
      const { status, text } = await ready(service);
      expect(status, service).toBe(503);
      expect(text).toMatch(/cannot be written/);
    }
    expect((await fetch(`${site.site}/login`)).status).toBe(200);

    rmSync(filler);
    for (const service of serviceNames) await expect.poll(async () => (await ready(service)).status).toBe(200);
    const made = [201, 200, 201, 200, 200];
    for (const [index, [method, path, options]] of writes.entries())
      expect((await unlessRefused(() => ask(method, path, options()))).status, `${method} ${path}`).toBe(made[index]);
    // No process was restarted, and the logs report the lines that they lost.
    expect(pidsOf(site)).toBe(before);
    const logs = join(site.dataFolder, 'logs');
    await expect
      .poll(() => readdirSync(logs).filter((name) => readFileSync(join(logs, name), 'utf8').includes('"log.dropped"')).length)
      .toBeGreaterThan(0);
  } finally {
    await site.stop();
    disk.remove();
  }
});

/** Returns the processes that were started on this data and are still running. */
const leftOf = (folder: string): string[] =>
  readdirSync('/proc').filter((id) => {
    try {
      return /^\d+$/.test(id) && readFileSync(`/proc/${id}/environ`, 'utf8').includes(`DATA_DIR=${folder}\0`);
    } catch {
      // It has just ended, or belongs to another user.
      return false;
    }
  });

test.describe('a start on data that cannot be used', () => {
  let good: string;
  let made: RunningSite;
  let isMade = false;
  test.beforeAll(async () => {
    good = temporaryFolder('good-data');
    made = await startSite({ dataFolder: good, environment: { LOG_BYTES_MAX: '100000', LOG_FILES_MAX: '2' } });
  });
  test.afterAll(async () => {
    await end();
    rmSync(good, { recursive: true, force: true });
  });
  /** Stops the site that creates the data, because copies must be of a stopped site's data. */
  const end = async (): Promise<void> => {
    if (!isMade) await made.stop();
    isMade = true;
  };

  // The next two tests are unrelated to the start. They are here because this site is already running and otherwise unused.
  test('the token of a mailed link does not get into a log by a report of the policy', async () => {
    const token = 'q7Zc9TokenOfAMailedLink';
    const page = `${made.site}/reset-password/${token}`;
    const bodies = [
      { 'csp-report': { 'document-uri': page, referrer: page, 'blocked-uri': `${page}?x=${token}`, 'violated-directive': 'img-src' } },
      [{ type: 'csp-violation', body: { documentURL: page, effectiveDirective: 'img-src', sample: token } }],
    ];
    const report = (body: string) => fetch(`${made.site}/csp-report`, { method: 'POST', body });
    for (const body of bodies) expect((await report(JSON.stringify(body))).status).toBe(204);
    expect((await report(page)).status).toBe(204);
    const log = () => readFileSync(join(made.dataFolder, 'logs', 'shell.log'), 'utf8');
    await expect.poll(() => log().match(/policy violation/g)?.length).toBe(3);
    expect(log()).not.toContain(token);
    const statuses = await Promise.all(Array.from({ length: 80 }, async () => (await report('{}')).status));
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(20);
  });

  test('logs are rotated by size and number', async () => {
    const logs = join(made.dataFolder, 'logs');
    // A line takes about 300 bytes, so this fills five files.
    for (let round = 0; round < 30; round += 1) await Promise.all(Array.from({ length: 50 }, () => fetch(`${made.api}/study-materials`)));
    // A listing during a rotation may miss a file.
    const ofGateway = (): string[] =>
      readdirSync(logs)
        .filter((name) => name.startsWith('gateway'))
        .sort();
    await expect.poll(ofGateway).toEqual(['gateway.log', 'gateway.log.1']);
    for (const name of readdirSync(logs))
      expect(statSync(join(logs, name), { throwIfNoEntry: false })?.size ?? 0, name).toBeLessThanOrEqual(100_000);
  });

  test.describe('ends with one line that names the file', () => {
    /** Starts on a damaged copy of good data. @returns the line that names the file */
    const startOn = async (spoil: (folder: string) => void): Promise<{ line: string; folder: string }> => {
      await end();
      const folder = temporaryFolder('bad-data');
      cpSync(good, folder, { recursive: true });
      try {
        spoil(folder);
        const failure = await startSite({ dataFolder: folder }).then(
          async (site) => {
            await site.stop();
            return 'It started.';
          },
          (error: unknown) => (error as Error).message,
        );
        expect(failure).toMatch(/ended with 1:/);
        const lines = failure.split('\n').filter((line) => line.includes(folder));
        expect(lines, failure).toHaveLength(1);
        expect(failure).not.toMatch(/\n {4}at /);
        // No started process is left.
        expect(leftOf(folder)).toEqual([]);
        return { line: lines[0] ?? '', folder };
      } finally {
        spawnSync('umount', [folder]);
        rmSync(folder, { recursive: true, force: true });
      }
    };
    const database = (folder: string, service: string) => join(folder, service, `${service}.sqlite`);

    const cases: [string, (folder: string) => void, (folder: string) => string, RegExp][] = [
      [
        'garbage',
        (folder) => writeFileSync(database(folder, 'library'), 'x'.repeat(9_000)),
        (folder) => database(folder, 'library'),
        /is damaged/,
      ],
      [
        'an empty secret',
        (folder) => writeFileSync(join(folder, 'secrets', 'INTERNAL_SECRET'), ''),
        (folder) => join(folder, 'secrets', 'INTERNAL_SECRET'),
        /is empty or cut off/,
      ],
    ];
    for (const [name, spoil, named, words] of cases)
      test(name, async () => {
        const { line, folder } = await startOn(spoil);
        expect(line.startsWith(`${named(folder)} `)).toBe(true);
        expect(line).toMatch(words);
      });

    /**
     * Each service opens its file itself. For the library, the tests above show how the whole site reacts; the other services are tested
     * alone.
     */
    const alone: [string, ServiceName, (file: string) => void, RegExp][] = [
      ['empty', 'auth', (file) => writeFileSync(file, ''), /is empty/],
      ['cut off', 'study', (file) => writeFileSync(file, readFileSync(file).subarray(0, 10_000)), /is damaged/],
      [
        'a folder',
        'billing',
        (file) => {
          rmSync(file);
          mkdirSync(file);
        },
        /is a folder where a file should be/,
      ],
    ];
    for (const [name, service, spoil, words] of alone)
      test(`${name}, of a service alone`, async () => {
        await end();
        const folder = temporaryFolder('bad-data');
        cpSync(good, folder, { recursive: true });
        const file = database(folder, service);
        spoil(file);
        const backend = await startBackend({ DATA_DIR: folder }, {}, backendParts);
        try {
          await expect(backend.start(service)).rejects.toThrow(`${service} ended with 78:`);
          const lines = backend.printed(service).trim().split('\n');
          expect(lines).toEqual([expect.stringMatching(words)]);
          expect(lines[0]?.startsWith(`${file} `)).toBe(true);
        } finally {
          await backend.stop();
          rmSync(folder, { recursive: true, force: true });
        }
      });

    test('read-only', async () => {
      const mounts = (folder: string) => {
        spawnSync('mount', ['--bind', folder, folder]);
        return spawnSync('mount', ['-o', 'remount,ro,bind', folder]).status === 0;
      };
      const probe = temporaryFolder('mounts');
      const canMount = mounts(probe);
      spawnSync('umount', [probe]);
      rmSync(probe, { recursive: true, force: true });
      test.skip(!canMount, 'Only root can make a folder read-only for itself.');
      const { line, folder } = await startOn((spoilt) => void mounts(spoilt));
      expect(line).toBe(`${folder} cannot be written: its file system is read-only.`);
    });
  });
});
