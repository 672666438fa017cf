import { maybeYield, nextTurn, runAs } from './maybeYield.ts';

const work = (milliseconds: number): void => {
  for (const end = performance.now() + milliseconds; performance.now() < end;);
};

it('yields after its time slice only, and then each time', async () => {
  const turns: string[] = [];
  const counting = setImmediate(() => turns.push('other'));
  await maybeYield();
  turns.push('first piece');
  expect(maybeYield()).toBeUndefined();
  work(10);
  await maybeYield();
  turns.push('second piece');
  clearImmediate(counting);
  expect(turns).toEqual(['first piece', 'other', 'second piece']);
});

it('gives one piece a turn, and owners their turns in a circle', async () => {
  const turns: string[] = [];
  const piece = async (owner: string): Promise<void> => {
    await runAs(owner, nextTurn);
    turns.push(owner);
  };
  await Promise.all([piece('ann'), piece('ann'), piece('ann'), piece('ben'), piece('eve'), piece('ben')]);
  expect(turns).toEqual(['ann', 'ben', 'eve', 'ann', 'ben', 'ann']);
});

it('keeps the owner in what the work starts', async () => {
  const turns: string[] = [];
  const many = runAs('ann', async () => {
    for (let piece = 0; piece < 5; piece += 1) {
      await nextTurn();
      turns.push('ann');
    }
  });
  await Promise.all([many, runAs('ben', nextTurn).then(() => turns.push('ben'))]);
  expect(turns.indexOf('ben')).toBeLessThan(2);
});
