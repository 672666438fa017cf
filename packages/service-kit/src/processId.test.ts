import { spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { hasEndedHere, processId } from './processId.ts';

const source = join(import.meta.dirname, 'processId.ts');
const printed = `const { processId } = await import(${JSON.stringify(source)}); console.log(processId);`;
const inContainer = ['--pid', '--fork', '--kill-child', '--mount-proc', process.execPath, '--input-type=module'];

it('knows of processes of this place alone whether they have ended', () => {
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', printed], { encoding: 'utf8' });
  const ended = stdout.trim();
  expect(ended.split('/')[0]).toBe(processId.split('/')[0]);
  expect(hasEndedHere(ended)).toBe(true);
  expect(hasEndedHere(ended.split('/').with(1, String(process.ppid)).join('/'))).toBe(false);
  expect(hasEndedHere(processId)).toBe(false);
  expect(hasEndedHere(ended.replace(/^[^/]*/, 'elsewhere'))).toBe(false);
});

// Containers with one host name: each sees itself as the process 1.
const canHaveContainers = spawnSync('unshare', [...inContainer, '--eval', '']).status === 0;
(canHaveContainers ? it : it.skip)('takes a process of another container for none that has ended', async () => {
  const alive = spawn('unshare', [...inContainer, '--eval', `${printed} setTimeout(() => undefined, 60_000);`]);
  try {
    const id = await new Promise<string>((resolve) => alive.stdout.once('data', (line: Buffer) => resolve(line.toString().trim())));
    expect(id).toMatch(/\/1\/\d+$/);
    const asked = `const { hasEndedHere } = await import(${JSON.stringify(source)}); console.log(hasEndedHere(${JSON.stringify(id)}));`;
    expect(spawnSync('unshare', [...inContainer, '--eval', asked], { encoding: 'utf8' }).stdout.trim()).toBe('false');
  } finally {
    alive.kill('SIGKILL');
  }
});
