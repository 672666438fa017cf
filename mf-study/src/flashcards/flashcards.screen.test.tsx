import { calls } from '@lectern/contracts';
import {
  answer,
  freeLimits,
  installFakeApi,
  learner,
  premiumLimits,
  renderWithPlatform,
  type FakeApi,
  type RenderOptions,
} from '@lectern/platform/testing';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aDeck } from '../testing';
import { FlashcardsScreen } from './flashcards.screen';

let api: FakeApi;
const show = (options: RenderOptions = {}) => {
  renderWithPlatform(<FlashcardsScreen />, {
    at: '/flashcards/d1',
    path: '/flashcards/:id',
    user: learner,
    limits: premiumLimits(),
    ...options,
  });
  return userEvent.setup();
};
const card = (): HTMLElement => screen.getByRole('button', { name: /Click to flip/ });
const generated = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    _id: `n${String(index)}`,
    front: `new front ${String(index)}`,
    back: `new back ${String(index)}`,
  }));

beforeEach(() => {
  api = installFakeApi();
  api.on(calls.getDeck, aDeck({}));
  api.on(calls.getLimits, premiumLimits());
});
afterEach(() => {
  api.restore();
});

test('a card flips by click, and the next one shows its front', async () => {
  const user = show();
  expect(await screen.findByText('Card 1 of 3')).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Cards: Heart' })).toBeVisible();
  expect(card()).toHaveAccessibleName(/^Front ?: c1 front/);
  expect(screen.getByText('c1 back')).not.toBeVisible();
  await user.click(card());
  expect(card()).toHaveAccessibleName(/^Back ?: c1 back/);
  expect(screen.getByText('c1 front')).not.toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Next' }));
  expect(screen.getByText('Card 2 of 3')).toBeVisible();
  expect(card()).toHaveAccessibleName(/c2 front/);
  expect(card()).toHaveFocus();
});

test('Space flips, the arrows go on and back', async () => {
  const user = show();
  await screen.findByText('Card 1 of 3');
  await user.keyboard(' ');
  expect(card()).toHaveAccessibleName(/c1 back/);
  await user.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}');
  expect(screen.getByText('Card 3 of 3')).toBeVisible();
  await user.keyboard('{ArrowLeft}');
  expect(screen.getByText('Card 2 of 3')).toBeVisible();
  await user.click(card());
  await user.keyboard(' ');
  expect(card()).toHaveAccessibleName(/c2 front/);
});

test('Space flips after a click on a button, and only once', async () => {
  const user = show();
  await user.click(await screen.findByRole('button', { name: 'Next' }));
  await user.keyboard(' ');
  expect(card()).toHaveAccessibleName(/c2 back/);
  expect(screen.getByText('Card 2 of 3')).toBeVisible();
});

test('keys are left alone while typing and while a dialog is open', async () => {
  const user = show();
  await screen.findByText('Card 1 of 3');
  const input = document.body.appendChild(document.createElement('input'));
  input.focus();
  await user.keyboard(' {ArrowRight}');
  expect(screen.getByText('Card 1 of 3')).toBeVisible();
  input.remove();
  const dialog = document.body.appendChild(document.createElement('div'));
  dialog.setAttribute('role', 'alertdialog');
  await user.keyboard(' {ArrowRight}');
  dialog.remove();
  expect(card()).toHaveAccessibleName(/c1 front/);
});

test('a swipe turns to the next card, and its click does not flip', async () => {
  show();
  await screen.findByText('Card 1 of 3');
  // jsdom has no pointer events with places; mouse events by their names have what the card reads.
  const pointer = (type: string, clientX: number) => new MouseEvent(type, { bubbles: true, clientX, clientY: 10 });
  const swipe = (from: number, to: number): void => {
    const target = card();
    fireEvent(target, pointer('pointerdown', from));
    fireEvent(target, pointer('pointerup', to));
    fireEvent.click(target);
  };
  swipe(200, 100);
  expect(screen.getByText('Card 2 of 3')).toBeVisible();
  swipe(100, 200);
  expect(screen.getByText('Card 1 of 3')).toBeVisible();
  swipe(100, 200);
  expect(card()).toHaveAccessibleName(/c1 front/);
});

test('the keys are told once', async () => {
  show();
  expect(await screen.findByText(/Space flips the card/)).toBeVisible();
  const seen = { ...localStorage };
  cleanup();
  // `renderWithPlatform` empties the storage, which a browser keeps.
  const options = { path: '/flashcards/:id' };
  jest.spyOn(Storage.prototype, 'getItem').mockImplementation((key) => (seen as Record<string, string>)[key] ?? null);
  show(options);
  await screen.findByText('Card 1 of 3');
  expect(screen.queryByText(/Space flips the card/)).not.toBeInTheDocument();
  jest.restoreAllMocks();
});

describe('new cards', () => {
  const toLast = async (): Promise<ReturnType<typeof userEvent.setup>> => {
    const user = userEvent.setup();
    await screen.findByText('Card 1 of 3');
    expect(screen.queryByRole('button', { name: 'Generate New Cards' })).not.toBeInTheDocument();
    await user.keyboard('{ArrowRight}{ArrowRight}');
    return user;
  };

  test('come at the end, and the first of them shows', async () => {
    let finish: () => void = () => undefined;
    api.on(
      calls.generateCards,
      () => new Promise<unknown>((resolve) => (finish = () => resolve({ newCards: generated(10), flashcardId: 'd1' }))),
    );
    show();
    const user = await toLast();
    await user.click(screen.getByRole('button', { name: 'Generate New Cards' }));
    expect(await screen.findByRole('dialog', { name: 'Generating New Cards' })).toBeVisible();
    expect(screen.getByText('30 seconds remaining')).toBeVisible();
    api.on(calls.getDeck, aDeck({ cards: [...aDeck({}).cards, ...generated(10)] }));
    finish();
    expect(await screen.findByText('New cards generated successfully!')).toBeInTheDocument();
    expect(screen.getByText('Card 4 of 13')).toBeVisible();
    expect(card()).toHaveAccessibleName(/new front 0/);
    expect(api.received.find((call) => call.method === 'POST')?.body).toEqual({ studyMaterialId: 'm1' });
  });

  test('fewer than ten: the reason is shown, the first new one, too, even when the deck cannot be read again', async () => {
    api.on(calls.generateCards, {
      newCards: generated(2),
      flashcardId: 'd1',
      shortfall: { asked: 10, made: 2, reason: 'The guide holds no more.' },
    });
    show();
    const user = await toLast();
    api.on(calls.getDeck, answer(503, { code: 'unavailable' }));
    await user.click(screen.getByRole('button', { name: 'Generate New Cards' }));
    expect(await screen.findByText('Card 4 of 5')).toBeVisible();
    expect(screen.getByText('2 of 10 new cards were made. The guide holds no more.')).toBeVisible();
  });

  test('a failure says so and changes nothing', async () => {
    api.on(calls.generateCards, answer(500, { code: 'internal' }));
    show();
    const user = await toLast();
    await user.click(screen.getByRole('button', { name: 'Generate New Cards' }));
    expect(await screen.findByText('Failed to generate new cards')).toBeInTheDocument();
    expect(screen.getByText('Card 3 of 3')).toBeVisible();
  });

  test('are premium: a free learner gets the upgrade modal', async () => {
    show({ limits: freeLimits() });
    const user = await toLast();
    await user.click(screen.getByRole('button', { name: 'Generate New Cards' }));
    expect(await screen.findByRole('dialog', { name: 'Upgrade to Premium' })).toBeInTheDocument();
    expect(api.received.some((call) => call.method === 'POST')).toBe(false);
  });
});

test('a deck that does not load leads back to the decks', async () => {
  api.on(calls.getDeck, answer(404, { msg: 'Not found.', code: 'not_found' }));
  show();
  expect(await screen.findByText('Failed to load flashcard deck')).toBeInTheDocument();
  await waitFor(() => {
    expect(screen.getByTestId('location')).toHaveTextContent(/^\/quizzes$/);
  });
});
