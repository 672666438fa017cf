import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const root = join(__dirname, '..', '..');

/** Returns the packages that turbo would build with the arguments of tools/run.mjs. */
const built = async (...only: string[]): Promise<string[]> => {
  const turbo = join(root, 'node_modules', 'turbo', 'bin', 'turbo');
  const { stdout } = await promisify(execFile)(process.execPath, [turbo, 'run', 'build', ...only, '--dry-run=json'], {
    cwd: root,
    env: { ...process.env, TURBO_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1' },
    maxBuffer: 64 * 1024 * 1024,
  });
  const { tasks } = JSON.parse(stdout) as { tasks: { package: string; command: string }[] };
  return tasks.filter(({ command }) => command !== '<NONEXISTENT>').map((task) => task.package);
};

test('a release builds only its own remote, once the compiler is prepared', async () => {
  expect(await built('--filter', '@lectern/mf-study')).toEqual(['@lectern/build', '@lectern/mf-study']);
  expect((await built()).length).toBeGreaterThanOrEqual(5);
});
