import { calls } from '@lectern/contracts';
import { answer, freeLimits, installFakeApi, learner, renderWithPlatform } from '@lectern/platform/testing';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { listedGuide } from '../shared/testing';
import { DashboardScreen } from './dashboard.screen';
import { recentActivity } from './recentActivity';

let api: ReturnType<typeof installFakeApi>;
beforeEach(() => {
  api = installFakeApi();
  api.on(calls.getLimits, freeLimits());
  api.on(calls.listStudyMaterials, []);
  api.on(calls.listQuizzes, []);
  api.on(calls.listDecks, []);
});
afterEach(() => {
  api.restore();
});
const show = (limits = freeLimits(), user = learner) =>
  renderWithPlatform(<DashboardScreen />, { at: '/dashboard', path: '/dashboard', user, limits });

describe('the dashboard', () => {
  it.each([
    ['Ada', 'Welcome back, Ada'],
    ['', 'Welcome back, Learner'],
  ])('greets %p with %p', (firstName, greeting) => {
    show(freeLimits(), { ...learner, firstName });
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(greeting);
  });

  it('has a sentence for each empty part', async () => {
    show();
    expect(await screen.findByText('No recent activity to show')).toBeVisible();
    expect(await screen.findByText('No study materials yet')).toBeVisible();
  });

  it('marks guides that have a quiz or cards', async () => {
    api.on(calls.listStudyMaterials, [listedGuide()]);
    api.on(calls.listQuizzes, [
      {
        _id: 'q1',
        title: 'Quiz: Cell respiration',
        description: '',
        questionCount: 10,
        currentScore: 0,
        running_average: 0,
        attempts: 0,
        studyMaterialId: 'g1',
        studyMaterialTitle: 'Cell respiration',
        difficultyLevel: 'medium',
        stylePreference: null,
        generatedBy: 'offline',
        createdAt: '2025-03-06T12:00:00.000Z',
      },
    ]);
    show();
    expect(await screen.findByText('Quiz Available')).toBeVisible();
    expect(screen.queryByText('Flashcards Available')).not.toBeInTheDocument();
  });

  it('shows the guides while quizzes cannot be loaded', async () => {
    api.on(calls.listStudyMaterials, [listedGuide()]);
    api.on(calls.listQuizzes, answer(503, { msg: 'Down.', code: 'unavailable', requestId: 'r' }));
    show();
    expect((await screen.findAllByRole('link', { name: 'Cell respiration' })).length).toBeGreaterThan(0);
  });

  it('opens the upgrade modal instead of the form at the limit', async () => {
    show(freeLimits({ studyMaterials: { current: 5, limit: 5, canCreate: false } }));
    await userEvent.click(screen.getByRole('button', { name: 'New Study Material' }));
    expect(await screen.findByRole('dialog', { name: 'Upgrade to Premium' })).toBeVisible();
  });
});

describe('recent activity', () => {
  it('is the three newest across all kinds', () => {
    const made = (id: string, day: number) => ({ _id: id, title: id, createdAt: `2025-03-0${String(day)}T00:00:00.000Z` });
    const list = recentActivity({ guides: [made('g1', 5), made('g2', 1)], quizzes: [made('q1', 4)], decks: [made('d1', 6)] });
    expect(list.map(({ _id, kind, to }) => [_id, kind, to])).toEqual([
      ['d1', 'flashcard deck', '/flashcards/d1'],
      ['g1', 'study material', '/study-materials/g1'],
      ['q1', 'quiz', '/quizzes/q1'],
    ]);
  });
});
