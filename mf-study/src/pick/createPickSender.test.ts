import { createPickSender, type ItemCalls, type PickCalls } from './createPickSender';

const absent = new Error('absent');

const setUp = ({ deckId }: { deckId?: string } = {}) => {
  const log: string[] = [];
  const fake = { failures: [] as unknown[], keys: 0 };
  const sent = async (line: string): Promise<void> => {
    log.push(line);
    await Promise.resolve();
    const failure = fake.failures.shift();
    if (failure !== undefined) throw failure;
  };
  const itemCalls = <Item>(kind: string, found: string | undefined, textOf: (item: Item) => string): ItemCalls<Item> => ({
    find: async () => {
      await sent(`find ${kind}`);
      return found;
    },
    create: async (item, key) => {
      await sent(`create ${kind} ${textOf(item)} ${key}`);
      return { parentId: `${kind}s`, itemId: textOf(item) };
    },
    add: async (parentId, item, key) => {
      await sent(`add ${textOf(item)} to ${parentId} ${key}`);
      return textOf(item);
    },
    remove: async (parentId, itemId) => {
      await sent(`remove ${itemId} of ${parentId}`);
      return false;
    },
  });
  const calls: PickCalls = {
    card: {
      ...itemCalls('card', deckId, ({ front }) => front),
      update: (parentId, itemId, { front }) => sent(`update ${itemId} of ${parentId}: ${front}`),
    },
    question: itemCalls('question', undefined, ({ question }) => question),
    see: ({ skipped, restored }) => sent(`see ${skipped.join()}|${restored.join()}`),
    isAbsent: (error) => error === absent,
    newKey: () => `k${String((fake.keys += 1))}`,
  };
  const sender = createPickSender(calls);
  const settled = async (): Promise<void> => {
    for (let round = 0; round < 50; round += 1) await Promise.resolve();
  };
  const makeCard = (id: string): void => {
    sender.make(id, { kind: 'card', item: { front: id, back: 'b' } });
  };
  return { sender, log, fake, settled, makeCard };
};

test('the first card makes the deck, the next ones are added to it; all are seen in one call', async () => {
  const { sender, log, settled, makeCard } = setUp();
  makeCard('a');
  makeCard('b');
  sender.skip('c');
  sender.make('d', { kind: 'question', item: { question: 'q', options: [] } });
  await settled();
  expect(log).toEqual(['find card', 'create card a k1', 'add b to cards k2', 'find question', 'create question q k3', 'see a,b,c,d|']);
  expect(sender.getState()).toEqual({ waiting: 0, error: undefined, deckId: 'cards', quizId: 'questions' });
});

test('the deck of an earlier visit is used again; one that was deleted meanwhile is made anew', async () => {
  const { log, fake, settled, makeCard } = setUp({ deckId: 'old' });
  fake.failures = [undefined, absent];
  makeCard('a');
  await settled();
  expect(log.slice(0, 4)).toEqual(['find card', 'add a to old k1', 'find card', 'add a to old k2']);
});

test('a failure stops the queue; trying again sends the same key, and leaving it out goes on with the next', async () => {
  const { sender, log, fake, settled, makeCard } = setUp();
  const lost = new Error('lost');
  fake.failures = [undefined, lost];
  makeCard('a');
  makeCard('b');
  await settled();
  expect(sender.getState()).toMatchObject({ waiting: 2, error: lost });
  fake.failures = [lost];
  sender.retry();
  await settled();
  expect(log).toEqual(['find card', 'create card a k1', 'create card a k1']);
  expect(sender.leaveOut()).toBe('a');
  await settled();
  expect(log.slice(3)).toEqual(['find card', 'create card b k2', 'see b|']);
});

test('a card is changed and taken back where it was made; after the last one of its deck the next card makes a deck', async () => {
  const { sender, log, settled, makeCard } = setUp();
  makeCard('a');
  sender.update('a', { front: 'A', back: 'b' });
  sender.takeBack('a');
  await settled();
  expect(log.slice(2)).toEqual(['update a of cards: A', 'remove a of cards', 'see |a']);
  makeCard('c');
  await settled();
  expect(log.slice(5, 7)).toEqual(['find card', 'create card c k2']);
});
