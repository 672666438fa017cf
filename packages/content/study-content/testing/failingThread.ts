import type { ContentTask } from '../src/contentTasks.ts';

const answer = { ok: { source: { title: 'Read', language: 'en', passages: [] } } };

/** A thread that fails as its text demands, and answers any other text. */
export default function fail(task: ContentTask): typeof answer {
  const text = task.task === 'read-text' ? task.text : '';
  // Allocates in chunks of half a megabyte. A single allocation beyond the limit would end the process instead of the thread.
  if (text === 'memory') for (let held: object = {}; ;) held = { before: held, text: Buffer.alloc(500_000, 'x').toString('latin1') };
  if (text === 'crash') throw new TypeError('The thread has a fault.');
  if (text === 'exit') process.exit(3);
  return answer;
}
