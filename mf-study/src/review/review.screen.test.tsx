import { calls, type QueuedReview } from '@lectern/contracts';
import {
  answer,
  freeLimits,
  installFakeApi,
  learner,
  networkError,
  renderWithPlatform,
  type FakeApi,
  type ReceivedCall,
  type RenderOptions,
} from '@lectern/platform/testing';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aDeck } from '../testing';
import { reviewChanges } from './reviewQueries';
import { reviewOutbox } from './reviewOutbox';
import { ReviewScreen } from './review.screen';
import { aNewCard, aQueuedCard, aQueuedQuestion, aReview, aReviewSummary, emptySummary, inDays, reviewNow, someSettings } from './testing';

let api: FakeApi;
/** What the server has in its queue. */
let queue: QueuedReview[];

const reviewsSent = (): ReceivedCall[] => api.received.filter(({ method, path }) => method === 'POST' && path === '/reviews');
const ratingsSent = () => reviewsSent().map(({ body }) => body as { itemId: string; rating: string; kind: string });

const show = (options: RenderOptions = {}) => {
  renderWithPlatform(<ReviewScreen />, { at: '/review', path: '/review', user: learner, limits: freeLimits(), ...options });
  return userEvent.setup();
};
const front = (id: string) => screen.findByRole('button', { name: new RegExp(`^Front : ${id} front`) });

beforeEach(() => {
  localStorage.clear();
  // So that the hint of the keys is not in the way.
  localStorage.setItem('lectern.seen.review-keys', '1');
  jest.spyOn(Date, 'now').mockReturnValue(reviewNow.getTime());
  api = installFakeApi();
  queue = [aQueuedCard('c1'), aQueuedCard('c2')];
  api.on(calls.listReviewQueue, () => queue);
  api.on(calls.getReviewSummary, () => aReviewSummary({ due: queue.length, new: 0 }));
  api.on(calls.getReviewSettings, someSettings());
  api.on(calls.listMastery, []);
  api.on(calls.createReview, ({ body }: ReceivedCall) => {
    const { itemId } = body as { itemId: string };
    queue = queue.filter((item) => item.itemId !== itemId);
    return answer(201, aReview(itemId));
  });
  api.on(calls.deleteReview, ({ params }: ReceivedCall) => ({ _id: params['id'] }));
});
afterEach(async () => {
  await reviewOutbox.flush();
  api.restore();
  jest.restoreAllMocks();
});

test('Space shows the back, a digit rates, and the next card is there at once', async () => {
  const user = show();
  await front('c1');
  expect(screen.queryByRole('button', { name: /^Good/ })).not.toBeInTheDocument();
  await user.keyboard(' ');
  const names = ['Again 10 min', 'Hard 3 days', 'Good 8 days', 'Easy 20 days'];
  for (const name of names) expect(screen.getByRole('button', { name })).toBeVisible();
  await user.keyboard('3');
  expect(await front('c2')).toBeVisible();
  expect(screen.getByText(/^1 left/)).toBeVisible();
  await waitFor(() => {
    expect(ratingsSent()).toMatchObject([{ itemId: 'c1', kind: 'card', rating: 'good' }]);
  });
  const [sent] = reviewsSent();
  expect(sent?.headers['idempotency-key']).toMatch(/^[\w-]{36}$/);
  expect(sent?.body).toMatchObject({ answeredAt: reviewNow.toISOString() });
});

test('the hint of a card is hidden until it is asked for', async () => {
  queue = [{ ...aQueuedCard('c1'), hint: 'starts with c' } as QueuedReview, aQueuedCard('c2')];
  const user = show();
  await front('c1');
  expect(screen.queryByText('starts with c')).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Show hint' }));
  expect(screen.getByText('starts with c')).toBeVisible();
});

test('a held Space does nothing, and does not scroll', async () => {
  show();
  await front('c1');
  // False: the browser does nothing of its own.
  expect(fireEvent.keyDown(document.body, { key: ' ', repeat: true })).toBe(false);
  expect(screen.queryByRole('button', { name: /^Good/ })).not.toBeInTheDocument();
});

test('the four buttons rate, too', async () => {
  const user = show();
  await front('c1');
  await user.click(screen.getByRole('button', { name: 'Show Answer' }));
  await user.click(screen.getByRole('button', { name: /^Hard/ }));
  await front('c2');
  await waitFor(() => {
    expect(ratingsSent()).toMatchObject([{ itemId: 'c1', rating: 'hard' }]);
  });
});

test('a question is rated by whether it was right', async () => {
  queue = [aQueuedQuestion('q1'), aQueuedQuestion('q2')];
  const user = show();
  await screen.findByRole('heading', { name: 'What is q1?' });
  expect(screen.getByRole('button', { name: 'Show Answer' })).toBeDisabled();
  const space = () => fireEvent.keyDown(document.activeElement ?? document.body, { key: ' ' });
  // False: the browser does not scroll.
  expect(space()).toBe(false);
  expect(screen.queryByText('q1 explained.')).not.toBeInTheDocument();
  await user.keyboard('b');
  expect(space()).toBe(false);
  expect(await screen.findByText('q1 explained.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Next, back in 4 days' }));
  await screen.findByRole('heading', { name: 'What is q2?' });
  await user.keyboard('a{Enter}');
  await user.click(await screen.findByRole('button', { name: 'Next, back in 10 min' }));
  await waitFor(() => {
    expect(ratingsSent()).toMatchObject([
      { itemId: 'q1', kind: 'question', rating: 'good' },
      { itemId: 'q2', kind: 'question', rating: 'again' },
    ]);
  });
});

test('Z takes the last answer back, at the server, too', async () => {
  const user = show();
  await front('c1');
  await user.keyboard(' 1');
  await front('c2');
  await waitFor(() => {
    expect(reviewsSent()).toHaveLength(1);
  });
  await user.keyboard('z');
  expect(await front('c1')).toBeVisible();
  await waitFor(() => {
    expect(api.received).toContainEqual(expect.objectContaining({ method: 'DELETE', path: '/reviews/review-c1' }));
  });
});

test('a card that was not known comes back in the session, with new times', async () => {
  queue = [aNewCard('c1')];
  api.on(calls.createReview, () => {
    queue = [aQueuedCard('c1', { state: 'learning', due: reviewNow.toISOString() })];
    return answer(201, aReview('c1', { state: 'learning' }));
  });
  const user = show();
  await front('c1');
  await user.keyboard(' 1');
  expect(await screen.findByText(/Learning/)).toBeVisible();
  await user.keyboard(' ');
  expect(await screen.findByRole('button', { name: 'Good 8 days' })).toBeVisible();
});

test('the end says what was done and what comes next', async () => {
  api.on(calls.getReviewSummary, aReviewSummary({ due: 0, new: 3 }));
  const user = show();
  await front('c1');
  await user.keyboard(' 3');
  await front('c2');
  await user.keyboard(' 1');
  // It comes back at once, as nothing else is left.
  await front('c2');
  await user.keyboard(' 3');
  const heading = await screen.findByRole('heading', { name: 'Done for today' });
  expect(heading).toHaveFocus();
  const results = within(screen.getByRole('region', { name: 'Results' }));
  expect(results.getByText('67%')).toBeVisible();
  expect(results.getByText('3 reviewed')).toBeVisible();
  expect(results.getByText('1 forgotten')).toBeVisible();
  expect(results.getByText('5 days in a row')).toBeVisible();
  expect(results.getByText('Next: 9 tomorrow.')).toBeVisible();
  expect(results.getByRole('link', { name: 'Go to Dashboard' })).toHaveAttribute('href', '/dashboard');
});

test('without a connection answers are kept, and a reload sends them once', async () => {
  api.on(calls.createReview, networkError());
  const user = show();
  await front('c1');
  await user.keyboard(' 3');
  expect(await screen.findByText('No connection. 1 answer saved on this device, to be sent later.')).toBeVisible();
  expect(await front('c2')).toBeVisible();
  cleanup();
  const tried = reviewsSent()[0];
  api.on(calls.createReview, () => {
    queue = queue.filter(({ itemId }) => itemId !== 'c1');
    return answer(201, aReview('c1'));
  });
  show({ isReload: true });
  expect(await front('c2')).toBeVisible();
  expect(reviewsSent().at(-1)).toMatchObject({ body: tried?.body, headers: { 'idempotency-key': tried?.headers['idempotency-key'] } });
  expect(screen.queryByText(/saved on this device/)).not.toBeInTheDocument();
});

describe('the menu', () => {
  const choose = async (user: ReturnType<typeof show>, name: string) => {
    await user.click(await screen.findByRole('button', { name: 'Options for this card' }));
    await user.click(await screen.findByRole('menuitem', { name }));
  };
  const changes = () => api.received.filter(({ method }) => method === 'PUT').map(({ path, body }) => ({ path, body }));

  beforeEach(() => {
    api.on(calls.updateReviewItem, {
      ...{ state: 'review', due: inDays(1), stability: 8, difficulty: 5, reps: 2, lapses: 0, suspended: false, reviews: [] },
    });
  });

  test('Suspend, which Z takes back', async () => {
    const user = show();
    await front('c1');
    await choose(user, 'Suspend');
    await front('c2');
    await user.keyboard('z');
    await front('c1');
    await waitFor(() => {
      expect(changes()).toEqual([
        { path: '/reviews/items/card/c1', body: { suspended: true } },
        { path: '/reviews/items/card/c1', body: { suspended: false } },
      ]);
    });
  });

  test("Bury until tomorrow: until the learner's next day begins", async () => {
    const user = show();
    await front('c1');
    await choose(user, 'Bury until tomorrow');
    await front('c2');
    expect(changes()).toEqual([{ path: '/reviews/items/card/c1', body: { due: aReviewSummary().dayEndsAt } }]);
  });

  test('Forget asks first', async () => {
    const user = show();
    await front('c1');
    await choose(user, 'Forget');
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Forget' }));
    await front('c2');
    expect(changes()).toEqual([{ path: '/reviews/items/card/c1', body: { due: null } }]);
  });

  test('a change that fails leaves the card where it is', async () => {
    api.on(calls.updateReviewItem, answer(500, { code: 'internal' }));
    const user = show();
    await front('c1');
    await choose(user, 'Suspend');
    expect(await screen.findByText('The change was not saved')).toBeInTheDocument();
    expect(await front('c1')).toBeVisible();
  });

  test.each([
    ['card', () => [aQueuedCard('c1')], /^Front : c1 front/],
    ['question', () => [aQueuedQuestion('q1')], 'What is q1?'],
  ] as const)('after Escape the focus is on the %s, and Enter opens neither menu nor dialog', async (kind, items, name) => {
    queue = items();
    const user = show();
    const item = await screen.findByRole(kind === 'card' ? 'button' : 'heading', { name });
    const expectOnItem = async (): Promise<void> => {
      await waitFor(() => {
        expect(item).toHaveFocus();
      });
    };
    await user.click(screen.getByRole('button', { name: `Options for this ${kind}` }));
    await screen.findByRole('menu');
    await user.keyboard('{Escape}');
    await expectOnItem();
    await user.click(screen.getByRole('button', { name: `Options for this ${kind}` }));
    await user.click(await screen.findByRole('menuitem', { name: /^Edit/ }));
    await screen.findByRole('dialog');
    await user.keyboard('{Escape}');
    await waitFor(() => {
      expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    });
    await expectOnItem();
    await user.keyboard('{Enter}');
    expect(screen.queryByRole('menu')).not.toBeInTheDocument();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  test('Escape and Cancel ask before they discard what was typed', async () => {
    const user = show();
    await front('c1');
    await user.keyboard('e');
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit Card' }));
    const field = dialog.getByRole('textbox', { name: 'Front' });
    await user.type(field, ' and more');
    await user.keyboard('{Escape}');
    const answerWith = async (name: string): Promise<void> => {
      // In the test's page the question stands beside the dialog, which hides what is outside of it.
      const question = await screen.findByRole('alertdialog', { name: 'Discard your changes?', hidden: true });
      fireEvent.click(within(question).getByRole('button', { name, hidden: true }));
    };
    await answerWith('Keep Editing');
    expect(await screen.findByRole('textbox', { name: 'Front' })).toHaveValue('c1 front and more');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await answerWith('Discard');
    await waitFor(() => {
      expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    });
    await user.keyboard('e');
    expect(await screen.findByRole('textbox', { name: 'Front' })).toHaveValue('c1 front');
  });

  test('E edits the card, which changes at once', async () => {
    api.on(calls.updateCard, aDeck({ cards: [{ _id: 'c1', front: 'new front', back: 'c1 back' }] }));
    const user = show();
    await front('c1');
    await user.keyboard('e');
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit Card' }));
    await user.clear(dialog.getByRole('textbox', { name: 'Front' }));
    await user.type(dialog.getByRole('textbox', { name: 'Front' }), 'new front');
    await user.click(dialog.getByRole('button', { name: 'Save Changes' }));
    expect(await screen.findByRole('button', { name: /^Front : new front/ })).toBeVisible();
  });
});

describe('nothing to review', () => {
  beforeEach(() => {
    queue = [];
  });

  test('nothing due: what was done, and when the next reviews come', async () => {
    api.on(calls.getReviewSummary, aReviewSummary({ due: 0, new: 0 }));
    show();
    expect(await screen.findByText('Nothing is due now. You did 6 reviews today. Next: 9 tomorrow.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Statistics' })).toHaveAttribute('href', '/review/statistics');
  });

  test('no cards at all: how to make some', async () => {
    api.on(calls.getReviewSummary, emptySummary());
    show();
    expect(await screen.findByRole('heading', { name: 'No cards yet' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Make Cards' })).toHaveAttribute('href', '/quizzes/new?kind=deck');
  });

  test('nothing due of a deck', async () => {
    show({ at: '/review?deckId=d1' });
    expect(await screen.findByText('Nothing is due here today.')).toBeVisible();
    expect(api.received.find(({ path }) => path === '/reviews/queue')?.query).toEqual({ deckId: 'd1' });
  });
});

test('reviews that cannot be read can be tried again', async () => {
  api.on(calls.listReviewQueue, answer(500, { code: 'internal' }));
  const user = show();
  expect(await screen.findByText('Your reviews could not be loaded.')).toBeVisible();
  api.on(calls.listReviewQueue, () => queue);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await front('c1')).toBeVisible();
});

test('the days of a learner who chose no time zone follow the browser', async () => {
  jest.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({
    ...new Intl.DateTimeFormat('en-US').resolvedOptions(),
    timeZone: 'Asia/Tokyo',
  });
  api.on(calls.getReviewSettings, someSettings({ timeZone: 'UTC' }));
  api.on(calls.updateReviewSettings, someSettings({ timeZone: 'Asia/Tokyo' }));
  show();
  await waitFor(() => {
    expect(api.received).toContainEqual(
      expect.objectContaining({ method: 'PUT', path: '/reviews/settings', body: { timeZone: 'Asia/Tokyo' } }),
    );
  });
});

describe('the number at "Review" in the navigation', () => {
  const count = () => {
    const counts = JSON.parse(localStorage.getItem('lectern.learner.navigation-counts') ?? '{}') as Record<string, { count: number }>;
    return counts['/review']?.count ?? 0;
  };
  const leftOnScreen = () => Number(/^(\d+) left/.exec(screen.getByText(/^\d+ left/).textContent)?.[1]);
  const expectBoth = (left: number): void => {
    expect([leftOnScreen(), count()]).toEqual([left, left]);
  };

  beforeEach(() => {
    queue = [aQueuedCard('c1'), aNewCard('c2'), aQueuedQuestion('q1')];
    const done = new Set<string>();
    api.on(calls.createReview, ({ body }: ReceivedCall) => {
      const { itemId } = body as { itemId: string };
      done.add(itemId);
      return answer(201, aReview(itemId));
    });
    api.on(calls.deleteReview, ({ params }: ReceivedCall) => {
      done.delete((params['id'] ?? '').replace('review-', ''));
      return { _id: params['id'] };
    });
    // More is due than one read of the queue has. The new card goes on to a learning step.
    api.on(calls.getReviewSummary, () =>
      aReviewSummary({ due: 61 - Number(done.has('c1')) + Number(done.has('c2')), new: 3 - Number(done.has('c2')) }),
    );
  });

  test('is the one that is left, with each rating and undo', async () => {
    const user = show();
    await front('c1');
    expectBoth(64);
    await user.keyboard(' 3');
    await front('c2');
    expectBoth(63);
    // A new card that comes back in 10 minutes is still left.
    await user.keyboard(' 3');
    await screen.findByRole('heading', { name: 'What is q1?' });
    expectBoth(63);
    await user.keyboard('z');
    await front('c2');
    expectBoth(63);
    await user.keyboard('z');
    await front('c1');
    expectBoth(64);
  });

  test('counts answers that wait for a connection, also when the summary is read again', async () => {
    api.on(calls.createReview, networkError());
    const user = show();
    await front('c1');
    await user.keyboard(' 3');
    await front('c2');
    expectBoth(63);
    reviewChanges.reloadSummary();
    await waitFor(() => {
      expect(api.received.filter(({ path }) => path === '/reviews/summary').length).toBeGreaterThan(1);
    });
    expectBoth(63);
    // Sent at the end of the test.
    api.on(calls.createReview, answer(201, aReview('c1')));
  });
});

test('a part of the queue has a number of its own, and takes its answers from the one in the navigation', async () => {
  api.on(calls.getReviewSummary, aReviewSummary({ due: 10, new: 4 }));
  const user = show({ at: '/review?deckId=d1' });
  await front('c1');
  expect(screen.getByText(/^2 left/)).toBeVisible();
  await user.keyboard(' 3');
  await front('c2');
  expect(screen.getByText(/^1 left/)).toBeVisible();
  expect(localStorage.getItem('lectern.learner.navigation-counts')).toContain('"count":13');
});

describe('a study session on a guide', () => {
  const at = '/review?studyMaterialId=m1&minutes=10';
  const known = (mastery: number) => [{ studyMaterialId: 'm1', mastery, items: 12, seen: 9, due: 2 }];

  test('reviews the guide with typed answers to short cards, and ends with what changed', async () => {
    queue = [aNewCard('c1'), aQueuedQuestion('q1')];
    const sent = () => queue.length < 2;
    api.on(calls.listMastery, () => known(sent() ? 0.475 : 0.42));
    const user = show({ at });
    await front('c1');
    expect(document.title).toContain('Study');
    expect(api.received.find(({ path }) => path.startsWith('/reviews/queue'))?.query).toMatchObject({ studyMaterialId: 'm1' });
    await user.type(screen.getByRole('textbox', { name: 'Your answer' }), 'c1 back{Enter}');
    expect(screen.getByText('Correct.')).toBeVisible();
    await user.keyboard('4');
    await screen.findByRole('heading', { name: 'What is q1?' });
    expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
    await user.keyboard('a{Enter}{Enter}');
    const results = within(await screen.findByRole('region', { name: 'Results' }));
    expect(await results.findByText('Mastery 42% → 47%')).toBeVisible();
    expect(screen.getByRole('heading', { level: 1, name: 'Study' })).toBeVisible();
    expect(results.getByRole('link', { name: 'Back to the guide' })).toHaveAttribute('href', '/study-materials/m1');
    for (const line of ['2 reviewed', '1 new card', '1 missed question']) expect(results.getByText(line)).toBeVisible();
    expect(reviewsSent().map(({ body }) => (body as { evidence: string }).evidence)).toEqual(['typed', 'review']);
  });

  test('is over after its minutes, when the item on screen is answered, and can go on', async () => {
    api.on(calls.listMastery, known(0.5));
    queue = [aQueuedCard('c1'), aQueuedCard('c2'), aQueuedCard('c3')];
    const clock = jest.spyOn(performance, 'now').mockReturnValue(0);
    const user = show({ at });
    await front('c1');
    await user.keyboard('{Enter}3');
    clock.mockReturnValue(10 * 60 * 1000);
    await front('c2');
    await user.keyboard('{Enter}3');
    expect(await screen.findByRole('heading', { name: 'Time is up' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Go on' }));
    expect(await front('c3')).toBeVisible();
  });

  test.each([
    ['without items', [], 'This guide has no cards or questions yet. Make some, then study them here.', 'Make Cards'],
    ['with questions that have no answer', known(0.5), /3 items have no answer yet/, 'Quiz me'],
  ])('a guide %s says what to do', async (_name, mastery, words, action) => {
    queue = [];
    api.on(calls.listMastery, mastery);
    show({ at });
    expect(await screen.findByText(words)).toBeVisible();
    expect(screen.getByRole('link', { name: action })).toBeVisible();
  });
});
