import { calls, pptxType } from '@lectern/contracts';
import { learnerStorage, rememberPlace } from '@lectern/platform';
import { answer, freeLimits, installFakeApi, learner, renderWithPlatform } from '@lectern/platform/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { aMastery, listedDeck, listedGuide, listedGuides, listedQuiz } from '../shared/testing';
import { DashboardScreen } from './dashboard.screen';
import { recentActivity } from './recentActivity';

jest.mock('../guides/samples', () => ({
  samples: ['a', 'b', 'c'].map((name) => ({ title: name, fileName: `${name}.pptx`, url: new URL(`http://remote.test/${name}.pptx`) })),
}));

let api: ReturnType<typeof installFakeApi>;
beforeEach(() => {
  api = installFakeApi();
  api.on(calls.getLimits, freeLimits());
  api.on(calls.listStudyMaterials, []);
  api.on(calls.listQuizzes, []);
  api.on(calls.listDecks, []);
  api.on(calls.listMastery, []);
});
afterEach(() => {
  api.restore();
});
/** @param prepare runs before the screen is drawn, and after everything was reset */
const show = (limits = freeLimits(), user = learner, prepare: () => void = () => undefined) => {
  const Prepared = () => {
    useState(() => {
      // Seen before, so that the whole page is drawn while it loads.
      learnerStorage.writeJson('has-items', true);
      prepare();
    });
    return <DashboardScreen />;
  };
  return renderWithPlatform(<Prepared />, { at: '/dashboard', path: '/dashboard', user, limits });
};
const region = (name: string) => within(screen.getByRole('region', { name }));
const down = answer(503, { msg: 'Down.', code: 'unavailable', requestId: 'r' });
const location = () => screen.getByTestId('location');

describe('the dashboard', () => {
  it.each([
    ['Ada', 'Welcome back, Ada'],
    ['', 'Welcome back, Learner'],
  ])("§2 Dashboard: greets %p with 'Welcome back,' and the first name, or 'Learner' when there is none", (firstName, greeting) => {
    show(freeLimits(), { ...learner, firstName });
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(greeting);
    expect(document.title).toContain('Dashboard');
  });

  it('§2 Dashboard: counts of study materials, quizzes and flashcard decks, as the limits count them', async () => {
    api.on(calls.listStudyMaterials, listedGuides(3));
    const limits = freeLimits();
    show({
      ...limits,
      studyMaterials: { ...limits.studyMaterials, current: 3 },
      quizzes: { ...limits.quizzes, current: 2 },
      flashcards: { ...limits.flashcards, current: 1 },
    });
    const count = (name: string) => screen.getByText(name).parentElement?.querySelector('dd');
    expect(count('Study Materials')).toHaveTextContent('3');
    expect(count('Quizzes')).toHaveTextContent('2');
    expect(count('Flashcard Deck')).toHaveTextContent('1');
  });

  it('a newcomer has one place for files and samples; no zeros, no empty boxes, and nothing to pick up', async () => {
    show();
    expect(await screen.findByRole('heading', { name: 'Make your first guide' })).toBeVisible();
    expect(screen.getByText('Start with one of your lectures.')).toBeVisible();
    expect(within(screen.getByRole('region', { name: 'Samples' })).getAllByRole('button')).toHaveLength(3);
    for (const name of ['Recent Activity', 'Quick Actions', 'Recent Study Materials'])
      expect(screen.queryByRole('heading', { name })).not.toBeInTheDocument();
    expect(screen.queryByText('Flashcard Decks')).not.toBeInTheDocument();
    expect(screen.queryByText('Pick up where you left off.')).not.toBeInTheDocument();
    await userEvent.upload(screen.getByLabelText(/^Upload a PowerPoint file/), new File(['x'], 'lecture.pptx', { type: pptxType }));
    await waitFor(() => expect(location()).toHaveTextContent('/study-materials/create'));
  });

  it('goes on where the learner stopped, and practices the weakest guide', async () => {
    api.on(calls.listStudyMaterials, [listedGuide(), listedGuide({ _id: 'g2', title: 'Osmosis' })]);
    api.on(calls.listQuizzes, [
      listedQuiz({ attempts: 2, running_average: 85 }),
      listedQuiz({ _id: 'q2', studyMaterialId: 'g2', studyMaterialTitle: 'Osmosis', attempts: 1, running_average: 40 }),
    ]);
    api.on(calls.listMastery, [aMastery('g1', 0.85), aMastery('g2', 0.4)]);
    show(freeLimits(), learner, () => {
      rememberPlace({ kind: 'quiz', id: 'q1', title: 'Cell respiration', position: 'Question 3 of 10' });
    });
    const next = within(await screen.findByRole('article', { name: 'Continue: Cell respiration' }));
    expect(next.getByText('Question 3 of 10')).toBeVisible();
    expect(next.getByRole('link', { name: 'Continue' })).toHaveAttribute('href', '/quizzes/q1');
    const weak = within(await screen.findByRole('article', { name: 'Needs practice most: Osmosis' }));
    expect(weak.getByText('Mastery 40%')).toBeVisible();
    expect(weak.getByText('Needs Practice')).toBeVisible();
    expect(weak.getByRole('link', { name: 'Study' })).toHaveAttribute('href', '/review?studyMaterialId=g2&minutes=10');
    expect(screen.getByText('Pick up where you left off.')).toBeVisible();
  });

  it('while it loads, a browser that has seen nothing of the learner draws one place for files', async () => {
    const waiting = Promise.withResolvers<unknown>();
    api.on(calls.listStudyMaterials, () => waiting.promise);
    show(freeLimits(), learner, () => learnerStorage.remove('has-items'));
    expect(screen.getByText('Loading your dashboard')).toBeInTheDocument();
    expect(screen.queryByRole('heading', { name: 'Quick Actions' })).not.toBeInTheDocument();
    waiting.resolve(answer(200, []));
    expect(await screen.findByRole('heading', { name: 'Make your first guide' })).toBeVisible();
  });

  it('lists that cannot be read are read once in a browser that has seen nothing yet, and not over and over', async () => {
    for (const definition of [calls.listStudyMaterials, calls.listQuizzes, calls.listDecks])
      api.on(definition, answer(400, { code: 'invalid' }));
    show(freeLimits(), learner, () => learnerStorage.remove('has-items'));
    expect(await screen.findByText('Error loading study guides. Please try again.')).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Recent Activity' })).toBeVisible();
    const asked = () => api.received.filter(({ path }) => path.startsWith('/study-materials')).length;
    const before = asked();
    await userEvent.click(screen.getByRole('heading', { name: 'Recent Activity' }));
    expect(asked()).toBe(before);
    expect(before).toBeLessThanOrEqual(2);
  });

  it('offers the newest guide when nothing was begun and nothing was tried', async () => {
    api.on(calls.listStudyMaterials, listedGuides(2));
    api.on(calls.listDecks, [listedDeck()]);
    show();
    expect(await screen.findByRole('link', { name: 'Read' })).toHaveAttribute('href', '/study-materials/g1');
    expect(screen.getByRole('link', { name: 'Quiz me' })).toHaveAttribute('href', '/quizzes/new?material=g1');
  });

  it('names no guide twice: a guide to read on and to practice has one card with both', async () => {
    api.on(calls.listStudyMaterials, listedGuides(2));
    api.on(calls.listQuizzes, [listedQuiz({ attempts: 1, running_average: 40 })]);
    api.on(calls.listMastery, [aMastery('g1', 0.4)]);
    show(freeLimits(), learner, () => {
      rememberPlace({ kind: 'guide', id: 'g1', title: 'Cell respiration', position: 'Glycolysis' });
    });
    const both = within(await screen.findByRole('article', { name: 'Continue: Cell respiration' }));
    expect(both.getByText('Mastery 40%')).toBeVisible();
    expect(both.getByRole('link', { name: 'Keep reading' })).toHaveAttribute('href', '/study-materials/g1');
    expect(both.getByRole('link', { name: 'Study' })).toHaveAttribute('href', '/review?studyMaterialId=g1&minutes=10');
    expect(screen.queryByRole('article', { name: /^Needs practice most/ })).not.toBeInTheDocument();
  });

  it('offers a quiz and cards of the first guide, in the place of the drop area', async () => {
    api.on(calls.listStudyMaterials, [listedGuide()]);
    show();
    const first = within(await screen.findByRole('article', { name: 'Your first guide: Cell respiration' }));
    expect(first.getByRole('link', { name: 'Read' })).toHaveAttribute('href', '/study-materials/g1');
    expect(first.getByRole('link', { name: 'Quiz me' })).toHaveAttribute('href', '/quizzes/new?material=g1');
    expect(first.getByRole('link', { name: 'Make cards' })).toHaveAttribute('href', '/quizzes/new?kind=deck&material=g1');
    // The next visit must not draw a place for what is due, which would vanish again.
    expect(learnerStorage.readJson('has-items')).toBe(false);
  });

  it("§2 Dashboard: the empty texts are 'No recent activity to show' and 'No study materials yet'", async () => {
    show();
    expect(await screen.findByText('No recent activity to show')).toBeVisible();
    expect(screen.getByText('No study materials yet')).toBeVisible();
  });

  it('a learner with cards of their own and no guide has a dashboard', async () => {
    api.on(calls.listDecks, [listedDeck()]);
    show();
    expect(await screen.findByRole('heading', { name: 'Recent Study Materials' })).toBeVisible();
    expect(await screen.findByText('No study materials yet')).toBeVisible();
  });

  it('§2 Dashboard: Recent Activity is worded as created study material, quiz, flashcard deck, each a link to it', async () => {
    api.on(calls.listStudyMaterials, [listedGuide()]);
    api.on(calls.listQuizzes, [listedQuiz()]);
    api.on(calls.listDecks, [listedDeck()]);
    show();
    const activity = region('Recent Activity');
    expect((await activity.findAllByRole('listitem')).map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^Created study material Cell respiration/),
      expect.stringMatching(/^Created quiz Cell respiration/),
      expect.stringMatching(/^Created flashcard deck Cards: Cell respiration/),
    ]);
    expect(activity.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      '/study-materials/g1',
      '/quizzes/q1',
      '/flashcards/d1',
    ]);
  });

  const hour = 3_600_000;
  it.each([
    [0.5, 'Just now'],
    [5, '5 hours ago'],
    [30, 'Yesterday'],
    [24 * 6.5, '6 days ago'],
    [24 * 15, '2 weeks ago'],
  ])("§2 Dashboard: relative time of %d hours is '%s' ('N hours ago', 'N days ago', 'N weeks ago')", async (hours, words) => {
    api.on(calls.listQuizzes, [listedQuiz({ createdAt: new Date(Date.now() - hours * hour).toISOString() })]);
    show();
    expect(await screen.findByText(words)).toBeVisible();
  });

  it('§2 Dashboard: Quick Actions are Create Study Material, Generate Quiz (to /quizzes), Create Flashcards (to /quizzes?tab=flashcards)', () => {
    show();
    const actions = region('Quick Actions');
    expect(actions.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Create Study Material', '/study-materials/create'],
      ['Generate Quiz', '/quizzes'],
      ['Create Flashcards', '/quizzes?tab=flashcards'],
    ]);
  });

  it('§9 Dashboard: recent lists have 3 items; §2: each study material opens /study-materials/:id', async () => {
    api.on(calls.listStudyMaterials, listedGuides(5));
    show();
    const recent = region('Recent Study Materials');
    expect((await recent.findAllByRole('link')).map((link) => link.getAttribute('href'))).toEqual([
      '/study-materials/g1',
      '/study-materials/g2',
      '/study-materials/g3',
    ]);
    expect(await region('Recent Activity').findAllByRole('listitem')).toHaveLength(3);
    expect(api.received.find(({ path }) => path === '/study-materials')?.query).toEqual({ limit: 3 });
  });

  it("§2 Dashboard: badges 'Quiz Available' and 'Flashcards Available' on guides that have them", async () => {
    api.on(calls.listStudyMaterials, [listedGuide(), listedGuide({ _id: 'g2', title: 'Osmosis' })]);
    api.on(calls.listQuizzes, [listedQuiz()]);
    api.on(calls.listDecks, [listedDeck({ studyMaterialId: 'g2' })]);
    show();
    const recent = region('Recent Study Materials');
    const [first, second] = await recent.findAllByRole('article');
    expect(await within(first!).findByText('Quiz Available')).toBeVisible();
    expect(within(first!).queryByText('Flashcards Available')).not.toBeInTheDocument();
    expect(within(second!).getByText('Flashcards Available')).toBeVisible();
    expect(within(second!).queryByText('Quiz Available')).not.toBeInTheDocument();
  });

  it('shows the guides while quizzes cannot be loaded', async () => {
    api.on(calls.listStudyMaterials, [listedGuide()]);
    api.on(calls.listQuizzes, down);
    show();
    expect((await screen.findAllByRole('link', { name: 'Cell respiration' })).length).toBeGreaterThan(0);
  });

  it('each part that cannot be loaded shows an error and can be loaded again', async () => {
    for (const definition of [calls.listStudyMaterials, calls.listQuizzes, calls.listDecks]) api.on(definition, down);
    show();
    expect(await screen.findByText('Recent activity could not be loaded.')).toBeVisible();
    expect(await screen.findByText('Error loading study guides. Please try again.')).toBeVisible();
    api.on(calls.listStudyMaterials, [listedGuide()]);
    await userEvent.click(region('Recent Study Materials').getByRole('button', { name: 'Try again' }));
    expect(await region('Recent Study Materials').findByRole('link', { name: 'Cell respiration' })).toBeVisible();
  });

  it("§2 Dashboard: 'New Study Material' goes to /study-materials/create", async () => {
    show();
    await userEvent.click(screen.getByRole('button', { name: 'New Study Material' }));
    expect(location()).toHaveTextContent('/study-materials/create');
  });

  it("§2 Dashboard: 'New Study Material' opens the upgrade modal instead when the free study-material limit is reached", async () => {
    api.on(calls.listStudyMaterials, listedGuides(5));
    show(freeLimits({ studyMaterials: { current: 5, limit: 5, canCreate: false } }));
    await userEvent.click(screen.getByRole('button', { name: 'New Study Material' }));
    expect(await screen.findByRole('dialog', { name: 'Upgrade to Premium' })).toBeVisible();
    await userEvent.click(await screen.findByRole('link', { name: 'Create Study Material' }));
    expect(location()).toHaveTextContent(/^\/dashboard$/);
  });

  it("§8 Dashboard: 'Failed to get user limits' in place of the counts alone, and a way to try again", async () => {
    api.on(calls.getLimits, down);
    api.on(calls.listStudyMaterials, listedGuides(1));
    renderWithPlatform(<DashboardScreen />, { at: '/dashboard', path: '/dashboard', user: learner });
    // Not the server's message, which is about the service: the learner is told which part is missing.
    expect(await screen.findByText('Failed to get user limits')).toBeVisible();
    api.on(calls.getLimits, freeLimits());
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Flashcard Decks')).toBeVisible();
  });
});

describe('recent activity', () => {
  it('§2 Dashboard: Recent Activity is the three newest items across materials, quizzes and decks', () => {
    const made = (id: string, day: number) => ({ _id: id, title: id, createdAt: `2025-03-0${String(day)}T00:00:00.000Z` });
    const list = recentActivity({ guides: [made('g1', 5), made('g2', 1)], quizzes: [made('q1', 4)], decks: [made('d1', 6)] });
    expect(list.map(({ _id, kind, to }) => [_id, kind, to])).toEqual([
      ['d1', 'flashcard deck', '/flashcards/d1'],
      ['g1', 'study material', '/study-materials/g1'],
      ['q1', 'quiz', '/quizzes/q1'],
    ]);
  });
});
