import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { hasEndedHere, processId } from './processId.ts';

const source = join(import.meta.dirname, 'processId.ts');
const printed = `const { processId } = await import(${JSON.stringify(source)}); console.log(processId);`;

it('knows of processes of this place alone whether they have ended', () => {
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', printed], { encoding: 'utf8' });
  const ended = stdout.trim();
  expect(ended.split('/')[0]).toBe(processId.split('/')[0]);
  expect(hasEndedHere(ended)).toBe(true);
  expect(hasEndedHere(ended.split('/').with(1, String(process.ppid)).join('/'))).toBe(false);
  expect(hasEndedHere(processId)).toBe(false);
  expect(hasEndedHere(ended.replace(/^[^/]*/, 'elsewhere'))).toBe(false);
});

it('names the namespace of its processes, so that containers with one host name differ', () => {
  const [place = ''] = processId.split('/');
  // Other systems than Linux have no such namespaces.
  expect(place.split('~')).toHaveLength(existsSync('/proc/self/ns/pid') ? 3 : 1);
  expect(hasEndedHere(`${place.slice(0, -1)}x/1/0`)).toBe(false);
});
