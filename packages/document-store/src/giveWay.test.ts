import { giveWay, nextTurn, workFor } from './giveWay.ts';

const work = (milliseconds: number): void => {
  for (const end = performance.now() + milliseconds; performance.now() < end;);
};

it('lets others go first only after a while, and then each time', async () => {
  const turns: string[] = [];
  const counting = setImmediate(() => turns.push('other'));
  await giveWay();
  turns.push('first piece');
  expect(giveWay()).toBeUndefined();
  work(10);
  await giveWay();
  turns.push('second piece');
  clearImmediate(counting);
  expect(turns).toEqual(['first piece', 'other', 'second piece']);
});

it('gives one piece a turn, and owners their turns in a circle', async () => {
  const turns: string[] = [];
  const piece = async (owner: string): Promise<void> => {
    await workFor(owner, nextTurn);
    turns.push(owner);
  };
  await Promise.all([piece('ann'), piece('ann'), piece('ann'), piece('ben'), piece('eve'), piece('ben')]);
  expect(turns).toEqual(['ann', 'ben', 'eve', 'ann', 'ben', 'ann']);
});

it('keeps the owner in what the work starts', async () => {
  const turns: string[] = [];
  const many = workFor('ann', async () => {
    for (let piece = 0; piece < 5; piece += 1) {
      await nextTurn();
      turns.push('ann');
    }
  });
  await Promise.all([many, workFor('ben', nextTurn).then(() => turns.push('ben'))]);
  expect(turns.indexOf('ben')).toBeLessThan(2);
});
