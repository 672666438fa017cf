import { rmSync } from 'node:fs';
import { temporaryFolder, writeProgram } from '@lectern/test-servers';
import { EncoderProcess } from './EncoderProcess.ts';

const folder = temporaryFolder('decoder');
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

it('decodes one picture at a time, and restarts after a stop', async () => {
  const decoder = new EncoderProcess();
  for (const round of [1, 2]) {
    expect([round, await decoder.encode(new Uint8Array([1]))]).toEqual([round, { kind: 'problem', reason: 'damaged' }]);
    expect(await decoder.encode(new Uint8Array([2]))).toEqual({ kind: 'problem', reason: 'damaged' });
    decoder.stop();
  }
});

it('reports that its process ended, and starts another one for the next picture', async () => {
  const decoder = new EncoderProcess({ module: writeProgram(folder, 'crashing', "process.on('message', () => process.abort());") });
  expect(await decoder.encode(new Uint8Array([1]))).toBeUndefined();
  expect(await decoder.encode(new Uint8Array([1]))).toBeUndefined();
});

it('ends a process that takes too long', async () => {
  const decoder = new EncoderProcess({ module: writeProgram(folder, 'silent', "process.on('message', () => undefined);"), patienceMs: 1 });
  expect(await decoder.encode(new Uint8Array([1]))).toBeUndefined();
});

it('ends a process that takes too much memory outside of its heap', async () => {
  const text = `const held = []; process.on('message', () => { for (;;) held.push(new Uint8Array(10_000_000).fill(1)); });`;
  const decoder = new EncoderProcess({ module: writeProgram(folder, 'greedy', text), residentBytes: 200_000_000 });
  expect(await decoder.encode(new Uint8Array([1]))).toBeUndefined();
});

it('has no environment of the service', async () => {
  const decoder = new EncoderProcess({
    module: writeProgram(folder, 'telling', "process.on('message', () => process.send(Object.keys(process.env)));"),
  });
  const names = (await decoder.encode(new Uint8Array([1]))) as unknown as string[];
  decoder.stop();
  expect(names.filter((name) => !/^NODE_(CHANNEL|COMPILE_CACHE)/.test(name))).toEqual([]);
});
