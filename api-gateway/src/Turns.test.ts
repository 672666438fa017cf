import { Turns, type EndTurn } from './Turns.ts';

const here = new AbortController().signal;
/** Takes a turn, and notes when it comes. */
const taker = (turns: Turns) => {
  const had: string[] = [];
  const take = (key: string, name: string, gone = here): Promise<EndTurn | undefined> =>
    turns.take(key, gone).then((end) => {
      if (end) had.push(name);
      return end;
    });
  return { had, take };
};
const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

describe('turns of a learner', () => {
  it('are limited in number, are given in order, and delay no other learner', async () => {
    const turns = new Turns(2);
    const { had, take } = taker(turns);
    const [first, second, third] = ['a', 'b', 'c', 'd'].map((name) => take('u1', name));
    await turn();
    expect(had).toEqual(['a', 'b']);
    await take('u2', 'other');
    expect(had).toEqual(['a', 'b', 'other']);
    const end = await first;
    end?.();
    end?.();
    await turn();
    expect(had).toEqual(['a', 'b', 'other', 'c']);
    (await second)?.();
    await turn();
    expect(had.at(-1)).toBe('d');
    (await third)?.();
  });

  it('are not given to clients that have left', async () => {
    const turns = new Turns(1);
    const { had, take } = taker(turns);
    const first = await take('u1', 'a');
    const [left, late] = [new AbortController(), new AbortController()];
    const second = take('u1', 'b', left.signal);
    const third = take('u1', 'c', late.signal);
    const fourth = take('u1', 'd');
    left.abort();
    expect(await second).toBeUndefined();
    first?.();
    late.abort();
    (await third)?.();
    (await fourth)?.();
    expect(had).toEqual(['a', 'c', 'd']);
    expect(await take('u1', 'e', left.signal)).toBeUndefined();
    expect(turns.size).toBe(0);
  });
});
