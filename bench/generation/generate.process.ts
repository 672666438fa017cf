// Reads a file and generates content from it, in this process and its threads, and prints the CPU seconds of each step as JSON.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Source } from '@lectern/contracts';
import type { ContentTask, ContentWorkers } from '@lectern/study-content/workers';

const [file = '', state = ''] = process.argv.slice(2);
const samples = join(import.meta.dirname, '../../samples');
/** How often every sample is read and its content generated before a warm measurement. */
const rounds = 3;
const newThreads = async (): Promise<ContentWorkers> =>
  (await import('@lectern/study-content/workers')).createContentWorkers({
    threadFailed: (error) => {
      throw error;
    },
  });

const read = async (path: string): Promise<Source> => {
  const bytes = new Uint8Array(readFileSync(path));
  if (!path.endsWith('.pptx')) {
    const { readDocument, workedMilliseconds } = await import('@lectern/documents');
    return (await readDocument(bytes, path, workedMilliseconds)).source;
  }
  const { readDeck, readPictures, sourceOfDeck, workedMilliseconds } = await import('@lectern/documents/decks');
  const deck = await readDeck(bytes);
  await readPictures(bytes, deck, workedMilliseconds);
  return sourceOfDeck(deck);
};

const tasksOf = (source: Source): Record<'guide' | 'quiz' | 'cards', ContentTask> => ({
  guide: { task: 'guide', source },
  quiz: { task: 'quiz', sources: [source], count: 20, seed: 1 },
  cards: { task: 'cards', sources: [source], count: 30 },
});

/** Returns the CPU seconds that this process and its threads have used so far. */
const spent = (): number => process.cpuUsage().user / 1e6 + process.cpuUsage().system / 1e6;

const seconds: Record<string, number> = {};
/** Too little material is a result, too. */
const run = async (threads: ContentWorkers, task: ContentTask): Promise<unknown> =>
  threads.run(task).catch((error: unknown) => {
    if (!(error instanceof Error && 'failure' in error && error.failure === 'too-little-material')) throw error;
  });
const timed = async <T>(name: string, from: number, work: () => Promise<T>): Promise<T> => {
  const result = await work();
  seconds[name] = spent() - from;
  return result;
};

if (state === 'cold') {
  // From the start of the process, as each file is read in a process of its own.
  const source = await timed('read', 0, () => read(file));
  for (const [name, task] of Object.entries(tasksOf(source))) {
    const from = spent();
    const threads = await newThreads();
    await timed(name, from, () => run(threads, task));
    await threads.close();
  }
} else {
  const threads = await newThreads();
  const paths = readdirSync(samples).map((name) => join(samples, name));
  for (let round = 0; round < rounds; round += 1)
    for (const path of paths) for (const task of Object.values(tasksOf(await read(path)))) await run(threads, task);
  const source = await timed('read', spent(), () => read(file));
  for (const [name, task] of Object.entries(tasksOf(source))) await timed(name, spent(), () => run(threads, task));
  await threads.close();
}
process.stdout.write(JSON.stringify(seconds));
