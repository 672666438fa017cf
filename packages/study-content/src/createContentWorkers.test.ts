import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { temporaryFolder } from '@lectern/test-servers';
import { createContentWorkers, isLargeTask } from './createContentWorkers.ts';

const failingThread = join(__dirname, 'testing', 'failingThread.ts');

const setUp = (entry = failingThread) => {
  let told: (error: unknown) => void;
  const failed = new Promise<unknown>((resolve) => {
    told = resolve;
  });
  const workers = createContentWorkers({ entry: pathToFileURL(entry), threadFailed: (error) => told(error) });
  return { failed, workers, read: (text: string) => workers.run({ task: 'read-text', text }) };
};

it('reports a thread that cannot be loaded, and still runs the tasks that waited for it', async () => {
  const entry = join(temporaryFolder('thread'), 'thread.ts');
  const { failed, workers, read } = setUp(entry);
  const first = read('one');
  expect(await failed).toMatchObject({ code: 'ERR_MODULE_NOT_FOUND' });
  copyFileSync(failingThread, entry);
  expect(await Promise.all([read('two'), first])).toHaveLength(2);
  await workers.close();
}, 60_000);

it('rejects only the task of a thread that fails, and starts another thread for the next task', async () => {
  const { workers, read } = setUp();
  const others = Promise.all(['one', 'two'].map(read));
  await expect(read('memory')).rejects.toMatchObject({ name: 'ContentError', code: 'unreadable_file' });
  await expect(read('crash')).rejects.toThrow('The thread has a fault.');
  await expect(read('exit')).rejects.toThrow(/exited/);
  expect(await others).toHaveLength(2);
  expect(await Promise.all(['a', 'b', 'c', 'd', 'e'].map(read))).toHaveLength(5);
  await workers.close();
}, 60_000);

it.each([
  ['a small text', 'The heart pumps the blood.', false],
  ['a long text', 'a'.repeat(100_001), true],
])('takes %s for what it is', (_, text, isLarge) => {
  expect(isLargeTask({ task: 'read-text', text })).toBe(isLarge);
});
