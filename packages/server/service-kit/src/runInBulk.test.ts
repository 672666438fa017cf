import { DomainError } from './DomainError.ts';
import { runInBulk } from './runInBulk.ts';

const run = async (ids: string[], work: (id: string) => Promise<unknown>) => {
  const logged: string[] = [];
  const log = (_level: string, event: string): void => void logged.push(event);
  return { result: await runInBulk(ids, work, { log, requestId: 'r1' }), logged };
};

it('tells of each whether it was done, and goes on after a refusal', async () => {
  const { result, logged } = await run(['a', 'b', 'c'], async (id) => {
    if (id === 'b') throw new DomainError('not_found', 'Quiz not found.');
  });
  expect(result).toEqual({ done: ['a', 'c'], failed: [{ _id: 'b', msg: 'Quiz not found.' }] });
  expect(logged).toEqual([]);
});

it('stops at any other error, says what was not done, and logs it', async () => {
  const tried: string[] = [];
  const { result, logged } = await run(['a', 'b', 'c'], async (id) => {
    tried.push(id);
    if (id === 'b') throw new Error('away');
  });
  const msg = 'Something went wrong. Please try again.';
  expect(result).toEqual({
    done: ['a'],
    failed: [
      { _id: 'b', msg },
      { _id: 'c', msg },
    ],
  });
  expect([tried, logged]).toEqual([['a', 'b'], ['bulk.failed']]);
});

it('fails as a whole when nothing was done before', async () => {
  await expect(run(['a', 'b'], async () => Promise.reject(new Error('away')))).rejects.toThrow('away');
});
