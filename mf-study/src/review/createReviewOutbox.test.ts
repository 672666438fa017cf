import type { Review, ReviewItem } from '@lectern/contracts';
import { ApiError, forgetLearnerStorage } from '@lectern/platform';
import { createReviewOutbox } from './createReviewOutbox';
import type { Answer } from './outboxEntries';
import { aReview, inMinutes } from './testing';

const answerOf = (itemId: string): Answer => ({ itemId, kind: 'card', rating: 'good', durationMs: 900, answeredAt: inMinutes(0) });
const networkDown = () => new ApiError({ status: 0, code: 'network' });
const clockAhead = () => new ApiError({ status: 400, code: 'invalid', errors: [{ path: 'answeredAt', message: 'in the future' }] });
const dayMs = 24 * 60 * 60 * 1000;

interface Server {
  /** Answers by idempotency key, as the service keeps them. */
  reviews: Map<string, Review>;
  undone: string[];
  isDown: boolean;
  /** The answer to the next review is lost on its way back. */
  losesAnswer: boolean;
  refusal: ApiError | undefined;
  /** The browser's clock is ahead. */
  refusesTimes: boolean;
}

const setUp = (server: Server, owner: () => string | undefined = () => 'learner1') => {
  let ids = 0;
  let time = 1_000;
  const retries: { action: () => void; ms: number; isCancelled: boolean }[] = [];
  const outbox = createReviewOutbox({
    send: (answer, key) => {
      if (server.isDown) return Promise.reject(networkDown());
      if (server.refusesTimes && answer.answeredAt !== undefined) return Promise.reject(clockAhead());
      if (server.refusal) return Promise.reject(server.refusal);
      const known = server.reviews.get(key);
      const review =
        known ?? aReview(answer.itemId, { answeredAt: 'the time of the server', _id: `r${String(server.reviews.size + 1)}`, ...answer });
      server.reviews.set(key, review);
      if (!server.losesAnswer) return Promise.resolve(review);
      server.losesAnswer = false;
      return Promise.reject(networkDown());
    },
    undo: (id) => {
      if (server.isDown) return Promise.reject(networkDown());
      if (server.undone.includes(id)) return Promise.reject(new ApiError({ status: 404, code: 'not_found' }));
      server.undone.push(id);
      return Promise.resolve({ _id: id });
    },
    readItem: (_kind, itemId) =>
      Promise.resolve({
        reviews: [...server.reviews.values()].filter((review) => review.itemId === itemId),
      } as unknown as ReviewItem),
    owner,
    now: () => time,
    newId: () => `id${String(++ids)}-${String(Math.random())}`,
    later: (action, ms) => {
      const retry = { action, ms, isCancelled: false };
      retries.push(retry);
      return () => {
        retry.isCancelled = true;
      };
    },
  });
  return {
    outbox,
    retries,
    wait: (ms: number) => {
      time += ms;
    },
  };
};
const aServer = (): Server => ({
  reviews: new Map(),
  undone: [],
  isDown: false,
  losesAnswer: false,
  refusal: undefined,
  refusesTimes: false,
});
const reviewed = ({ reviews }: Server) => [...reviews.values()].map(({ itemId }) => itemId);

beforeEach(() => {
  localStorage.clear();
});

test('answers are sent at once, one after the other', async () => {
  const server = aServer();
  const { outbox } = setUp(server);
  outbox.answer(answerOf('c1'));
  outbox.answer(answerOf('c2'));
  expect(outbox.state()).toMatchObject({ itemIds: ['c1', 'c2'], waiting: 2, isInterrupted: false });
  await outbox.flush();
  expect(reviewed(server)).toEqual(['c1', 'c2']);
  expect(outbox.state()).toEqual({ itemIds: [], waiting: 0, isInterrupted: false });
});

test('without a connection they are kept, through a reload, with the time at which they were given', async () => {
  const server = { ...aServer(), isDown: true };
  const first = setUp(server);
  first.outbox.answer(answerOf('c1'));
  await first.outbox.flush();
  expect(first.outbox.state()).toMatchObject({ waiting: 1, isInterrupted: true });
  expect(first.retries[0]?.ms).toBe(1_000);

  server.isDown = false;
  const reloaded = setUp(server);
  await reloaded.outbox.flush();
  expect([...server.reviews.values()]).toMatchObject([{ itemId: 'c1', answeredAt: inMinutes(0) }]);
});

test('an answer whose reply was lost counts once', async () => {
  const server = { ...aServer(), losesAnswer: true };
  const { outbox } = setUp(server);
  outbox.answer(answerOf('c1'));
  await outbox.flush();
  expect(outbox.state().waiting).toBe(1);
  await outbox.flush();
  expect(reviewed(server)).toEqual(['c1']);
  expect(outbox.state().waiting).toBe(0);
});

test('also when the server has forgotten the key since', async () => {
  const server = { ...aServer(), losesAnswer: true };
  const { outbox, wait } = setUp(server);
  outbox.answer(answerOf('c1'));
  await outbox.flush();
  wait(dayMs);
  server.reviews = new Map([['another key', [...server.reviews.values()][0]!]]);
  await outbox.flush();
  expect(reviewed(server)).toEqual(['c1']);
  expect(outbox.state().waiting).toBe(0);
});

test('it tries again after pauses that grow, and not before the server allows it', async () => {
  const server = { ...aServer(), isDown: true };
  const { outbox, retries } = setUp(server);
  outbox.answer(answerOf('c1'));
  await outbox.flush();
  await outbox.flush();
  await outbox.flush();
  expect(retries.map(({ ms }) => ms)).toEqual([1_000, 3_000, 10_000]);
  // An earlier try has cancelled the later one.
  expect(retries.map(({ isCancelled }) => isCancelled)).toEqual([true, true, false]);
  server.isDown = false;
  server.refusal = new ApiError({ status: 429, code: 'too_many_requests', retryAfterSeconds: 600 });
  await outbox.flush();
  expect(retries.at(-1)?.ms).toBe(600_000);
});

test('a refused answer is dropped and reported', async () => {
  const refusal = new ApiError({ status: 404, code: 'not_found', msg: 'Card not found.' });
  const { outbox } = setUp({ ...aServer(), refusal });
  const told = jest.fn();
  outbox.subscribe(told);
  outbox.answer(answerOf('c1'));
  await outbox.flush();
  expect(told).toHaveBeenCalledWith(expect.objectContaining({ type: 'refused', error: refusal }));
  expect(outbox.state().waiting).toBe(0);
});

test('an answer from a clock that is ahead is sent without its time', async () => {
  const server = { ...aServer(), refusesTimes: true };
  const { outbox } = setUp(server);
  outbox.answer(answerOf('c1'));
  await outbox.flush();
  expect([...server.reviews.values()]).toEqual([expect.objectContaining({ itemId: 'c1', answeredAt: 'the time of the server' })]);
  expect(outbox.state().waiting).toBe(0);
});

describe('taking back', () => {
  test('an answer that was sent is undone', async () => {
    const server = aServer();
    const { outbox } = setUp(server);
    const id = outbox.answer(answerOf('c1'));
    await outbox.flush();
    outbox.takeBack(id, 'c1');
    await outbox.flush();
    expect(server.undone).toEqual(['r1']);
  });

  test('an answer that was never sent is dropped', async () => {
    const server = { ...aServer(), isDown: true };
    const { outbox } = setUp(server);
    outbox.answer(answerOf('c1'));
    const second = outbox.answer(answerOf('c2'));
    await outbox.flush();
    outbox.takeBack(second, 'c2');
    server.isDown = false;
    await outbox.flush();
    expect(reviewed(server)).toEqual(['c1']);
    expect(server.undone).toEqual([]);
  });

  test('an answer whose reply is not there yet is undone when it comes', async () => {
    const server = { ...aServer(), losesAnswer: true };
    const { outbox } = setUp(server);
    const id = outbox.answer(answerOf('c1'));
    await outbox.flush();
    outbox.takeBack(id, 'c1');
    await outbox.flush();
    expect(reviewed(server)).toEqual(['c1']);
    expect(server.undone).toEqual(['r1']);
    expect(outbox.state().waiting).toBe(0);
  });

  test('without a connection it is kept, and an undo that arrived before is done', async () => {
    const server = aServer();
    const { outbox } = setUp(server);
    const id = outbox.answer(answerOf('c1'));
    await outbox.flush();
    server.isDown = true;
    outbox.takeBack(id, 'c1');
    await outbox.flush();
    expect(outbox.state()).toMatchObject({ itemIds: ['c1'], waiting: 1, isInterrupted: true });
    server.isDown = false;
    server.undone.push('r1');
    await setUp(server).outbox.flush();
    expect(server.undone).toEqual(['r1']);
  });
});

test('an answer that arrived long ago is undone at the server when it was taken back meanwhile', async () => {
  const server = { ...aServer(), losesAnswer: true };
  const { outbox, wait } = setUp(server);
  const id = outbox.answer(answerOf('c1'));
  await outbox.flush();
  expect(reviewed(server)).toEqual(['c1']);
  server.isDown = true;
  outbox.takeBack(id, 'c1');
  await outbox.flush();
  expect(server.undone).toEqual([]);
  server.isDown = false;
  wait(dayMs);
  await outbox.flush();
  expect(server.undone).toEqual(['r1']);
  expect(outbox.state().waiting).toBe(0);
});

test.each([dayMs, -dayMs])('an answer that arrived is not sent again when the clock was moved by %d ms', async (ms) => {
  const server = { ...aServer(), losesAnswer: true };
  const { outbox, wait } = setUp(server);
  outbox.answer(answerOf('c1'));
  await outbox.flush();
  wait(ms);
  // The server has forgotten the key.
  server.reviews = new Map([...server.reviews].map(([key, review]) => [`${key}, forgotten`, review]));
  await outbox.flush();
  expect(reviewed(server)).toEqual(['c1']);
  expect(outbox.state().waiting).toBe(0);
});

test('answers that an earlier page left tell how they change the summary', async () => {
  const server = { ...aServer(), isDown: true };
  const { outbox } = setUp(server);
  outbox.answer(answerOf('c1'), { due: -1, new: 0, reviewedToday: 1 });
  await outbox.flush();
  expect(setUp(server).outbox.waitingAnswers()).toMatchObject([{ delta: { due: -1, new: 0, reviewedToday: 1 } }]);
});

test('answers of another learner are never sent', async () => {
  const server = { ...aServer(), isDown: true };
  const { outbox } = setUp(server);
  outbox.answer(answerOf('c1'));
  await outbox.flush();
  server.isDown = false;
  await setUp(server, () => 'learner2').outbox.flush();
  expect(reviewed(server)).toEqual([]);
});

test('answers that were not sent outlive the end of a session and another learner, and are sent at the next sign-in', async () => {
  const server = { ...aServer(), isDown: true };
  const { outbox } = setUp(server);
  outbox.answer(answerOf('c1'));
  await outbox.flush();
  forgetLearnerStorage();
  const other = setUp(server, () => 'learner2').outbox;
  other.answer(answerOf('c2'));
  await other.flush();
  forgetLearnerStorage();
  server.isDown = false;
  await setUp(server).outbox.flush();
  expect(reviewed(server)).toEqual(['c1']);
  expect(Object.keys(localStorage).filter((key) => key.includes('learner1'))).toEqual([]);
});

test('an answer waits for its learner when another one signs in while the server is asked whether it has arrived', async () => {
  const server = { ...aServer(), isDown: true };
  const session = { owner: 'learner1' };
  const { outbox, wait } = setUp(server, () => session.owner);
  outbox.answer(answerOf('c1'));
  await outbox.flush();
  server.isDown = false;
  wait(dayMs);
  const flushed = outbox.flush();
  session.owner = 'learner2';
  await flushed;
  expect(reviewed(server)).toEqual([]);
  session.owner = 'learner1';
  await outbox.flush();
  expect(reviewed(server)).toEqual(['c1']);
});

test('a browser that stores nothing keeps them in memory', async () => {
  jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new Error('full');
  });
  const server = { ...aServer(), isDown: true };
  const { outbox } = setUp(server);
  outbox.answer(answerOf('c1'));
  await outbox.flush();
  expect(outbox.state().waiting).toBe(1);
  server.isDown = false;
  await outbox.flush();
  expect(reviewed(server)).toEqual(['c1']);
  jest.restoreAllMocks();
});
