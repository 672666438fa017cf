import { rmSync } from 'node:fs';
import { temporaryFolder, writeProgram } from '@lectern/test-servers';
import { startProcess, type ProcessLimits } from './startProcess.ts';

const folder = temporaryFolder('process');
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});
const plenty: ProcessLimits = { heapMb: 128, residentBytes: 1_000_000_000, milliseconds: 600_000 };

const run = async (name: string, text: string, limits: Partial<ProcessLimits> = {}) => {
  const messages: unknown[] = [];
  const started = startProcess(writeProgram(folder, name, text), {
    args: ['one', 'two'],
    limits: { ...plenty, ...limits },
    onMessage: (message) => messages.push(message),
  });
  await started.send(new Float64Array([1, 2]));
  return { ...(await started.ended), messages };
};

it('passes messages both ways, and arguments, but of the environment only the folder of compiled code', async () => {
  const text = `process.once('message', (message) => {
    process.send({ message, args: process.argv.slice(2), env: Object.keys(process.env).filter((name) => !name.startsWith('NODE_CHANNEL')) });
    process.disconnect();
  });`;
  expect(await run('answering', text)).toEqual({
    messages: [
      {
        message: new Float64Array([1, 2]),
        args: ['one', 'two'],
        env: process.env.NODE_COMPILE_CACHE === undefined ? [] : ['NODE_COMPILE_CACHE'],
      },
    ],
    status: '0',
    written: '',
  });
});

it('kills a process for its memory outside of the heap', async () => {
  // 400 MB of buffers, while the heap stays small.
  const text = `const held = []; while (held.length < 40) held.push(new Uint8Array(10_000_000).fill(1)); for (;;) held[0].fill(2);`;
  expect(await run('greedy', text, { residentBytes: 250_000_000 })).toMatchObject({ limit: 'memory', status: 'SIGKILL' });
});

it('tells a process that has no heap left from one that fails', async () => {
  const hungry = `const held = []; for (;;) held.push(Array.from({ length: 10_000 }, (_, index) => index + 'x'));`;
  expect(await run('hungry', hungry, { heapMb: 32 })).toMatchObject({ limit: 'memory' });
  const failed = await run('failing', `throw new Error('This program has a fault.');`);
  expect(failed).toMatchObject({ status: '1', written: expect.stringContaining('This program has a fault.') });
  expect(failed).not.toHaveProperty('limit');
});

it.each(['milliseconds', 'processorMilliseconds'] as const)('kills a process that works for too long, in %s', async (name) => {
  expect(await run('endless', 'for (;;);', { [name]: 400 })).toMatchObject({ limit: 'time', status: 'SIGKILL' });
});

it('ends a process that is killed, which is no limit', async () => {
  const started = startProcess(writeProgram(folder, 'waiting', `process.on('message', () => undefined);`), {
    limits: plenty,
    onMessage: () => undefined,
  });
  started.kill();
  await started.send('late');
  expect(await started.ended).toEqual({ status: 'SIGKILL', written: '' });
});
