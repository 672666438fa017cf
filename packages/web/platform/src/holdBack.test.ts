import { holdBack } from './holdBack';

const popped = () => new Promise<void>((resolve) => addEventListener('popstate', () => resolve(), { once: true }));
const back = async () => {
  const moved = popped();
  history.back();
  await moved;
};

beforeEach(() => {
  history.pushState(null, '', '/before');
  history.pushState({ idx: 1 }, '', '/here');
});

test('going back asks, and stays when the learner wants to', async () => {
  const answers: ((isLeaving: boolean) => void)[] = [];
  const { release } = holdBack(() => new Promise((resolve) => answers.push(resolve)));
  await back();
  expect(location.pathname).toBe('/here');
  answers[0]?.(false);
  await Promise.resolve();
  await back();
  expect(answers).toHaveLength(2);
  expect(location.pathname).toBe('/here');
  answers[1]?.(false);
  await Promise.resolve();
  await release();
});

test('going back leaves when the learner wants to', async () => {
  holdBack(() => Promise.resolve(true));
  const left = new Promise<void>((resolve) => {
    addEventListener('popstate', () => location.pathname === '/before' && resolve());
  });
  await back();
  await left;
});

test('afterwards the history is as before', async () => {
  const { release } = holdBack(() => Promise.resolve(false));
  await release();
  expect(location.pathname).toBe('/here');
  await back();
  expect(location.pathname).toBe('/before');
});

test('a page that was left otherwise is not gone back from', async () => {
  const { release } = holdBack(() => Promise.resolve(false));
  history.pushState(null, '', '/elsewhere');
  await release();
  expect(location.pathname).toBe('/elsewhere');
});

test('a page that is abandoned is passed over by Back', async () => {
  const { abandon } = holdBack(() => Promise.resolve(false));
  abandon();
  const left = new Promise<void>((resolve) => {
    addEventListener('popstate', () => location.pathname === '/before' && resolve());
  });
  await back();
  await left;
});
