import { calls } from '@lectern/contracts';
import {
  answer,
  aSourcePage,
  freeLimits,
  installFakeApi,
  learner,
  never,
  premiumLimits,
  renderWithPlatform,
  stopClock,
  type FakeApi,
  type ReceivedCall,
  type RenderOptions,
} from '@lectern/platform/testing';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { reviewOutbox } from '../review/reviewOutbox';
import { aReview } from '../review/testing';
import { aDeck, heartDeck, heartPassages } from '../testing';
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
  localStorage.clear();
  api = installFakeApi();
  api.on(calls.getDeck, aDeck({}));
  api.on(calls.getLimits, premiumLimits());
  api.on(calls.createReview, ({ body }: ReceivedCall) => answer(201, aReview((body as { itemId: string }).itemId)));
  api.on(calls.deleteReview, ({ params }: ReceivedCall) => ({ _id: params['id'] }));
});
afterEach(async () => {
  await reviewOutbox.flush();
  api.restore();
});

test("§2 Flashcard viewer: /flashcards/:id shows 'Card X of N' and a flip card with front, back and the hint 'Click to flip'", async () => {
  const user = show();
  expect(await screen.findByText('Card 1 of 3')).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Cards: Heart', level: 1 })).toBeVisible();
  expect(card()).toHaveAccessibleName('Front : c1 front . Click to flip');
  expect(screen.getByText('c1 back')).not.toBeVisible();
  await user.click(card());
  expect(card()).toHaveAccessibleName('Back : c1 back . Click to flip');
  expect(screen.getByText('c1 front')).not.toBeVisible();
});

test('§2 Flashcard viewer: previous and next buttons', async () => {
  const user = show();
  await screen.findByText('Card 1 of 3');
  expect(screen.getByRole('button', { name: 'Previous' })).toBeDisabled();
  await user.click(screen.getByRole('button', { name: 'Next' }));
  expect(screen.getByText('Card 2 of 3')).toBeVisible();
  expect(card()).toHaveFocus();
  await user.click(screen.getByRole('button', { name: 'Next' }));
  expect(screen.getByText('Card 3 of 3')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Next' })).toBeDisabled();
  await user.click(screen.getByRole('button', { name: 'Previous' }));
  expect(screen.getByText('Card 2 of 3')).toBeVisible();
});

test('§2 Flashcard viewer: Space flips, right arrow next, left arrow previous', async () => {
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

test('§4 Flashcard viewer: the flip resets when the card changes', async () => {
  const user = show();
  await screen.findByText('Card 1 of 3');
  await user.keyboard(' {ArrowRight}');
  expect(card()).toHaveAccessibleName(/c2 front/);
  await user.keyboard(' {ArrowLeft}');
  expect(card()).toHaveAccessibleName(/c1 front/);
});

test('§7 Calls: GET /flashcards/:id has no payload', async () => {
  show();
  await screen.findByText('Card 1 of 3');
  expect(api.received.filter(({ path }) => path.startsWith('/flashcards'))).toMatchObject([
    { method: 'GET', path: '/flashcards/d1', body: undefined, headers: { 'x-auth-token': 'test-token' } },
  ]);
});

test('the visible side is announced after a flip, and the hidden one is not read', async () => {
  const user = show();
  await screen.findByText('Card 1 of 3');
  const announced = screen.getAllByRole('status').find(({ textContent }) => textContent === '')!;
  await user.keyboard(' ');
  expect(announced).toHaveTextContent('Back: c1 back');
  expect(screen.getByText('c1 front').closest('[aria-hidden=true]')).not.toBeNull();
  expect(screen.getByText('c1 back').closest('[aria-hidden=true]')).toBeNull();
  await user.keyboard(' ');
  expect(announced).toHaveTextContent('Front: c1 front');
  expect(screen.getByText('c1 back').closest('[aria-hidden=true]')).not.toBeNull();
});

test('with reduced motion the sides cross-fade instead of flipping', async () => {
  show();
  const face = (await screen.findByText('c1 front')).parentElement!;
  const rules = [...document.styleSheets]
    .flatMap((sheet) => [...sheet.cssRules])
    .filter((rule) => rule instanceof CSSMediaRule && rule.media.mediaText.includes('prefers-reduced-motion'))
    .flatMap((rule) => [...(rule as CSSMediaRule).cssRules] as CSSStyleRule[])
    .filter(({ selectorText }) => face.matches(selectorText));
  expect(rules.map(({ style }) => style.getPropertyValue('transform'))).toContain('none');
  expect(rules.map(({ style }) => style.getPropertyValue('transition')).join()).toContain('opacity');
});

test('the pictures of an imported card are on their sides', async () => {
  const deck = aDeck({});
  const picture = (side: 'front' | 'back') => ({
    id: (side === 'front' ? 'a' : 'b').repeat(64),
    side,
    alt: `A bone, ${side}`,
    width: 100,
    height: 80,
    url: `http://x/${side}`,
  });
  api.on(calls.getDeck, { ...deck, cards: deck.cards.map((each) => ({ ...each, pictures: [picture('front'), picture('back')] })) });
  const user = show();
  await screen.findByText('Card 1 of 3');
  expect(screen.getByAltText('A bone, front')).toBeVisible();
  expect(screen.getByAltText('A bone, back')).not.toBeVisible();
  await user.click(card());
  expect(screen.getByAltText('A bone, back')).toBeVisible();
  fireEvent.error(screen.getByAltText('A bone, back'));
  expect(screen.queryByAltText('A bone, back')).not.toBeInTheDocument();
});

test('a hint is hidden until it is asked for, and hidden again on the next card', async () => {
  const deck = aDeck({});
  api.on(calls.getDeck, { ...deck, cards: deck.cards.map((each) => ({ ...each, hint: `starts with ${each._id}` })) });
  const user = show();
  await screen.findByText('Card 1 of 3');
  expect(screen.queryByText('starts with c1')).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Show hint' }));
  expect(screen.getByText('starts with c1')).toBeVisible();
  expect(screen.getByText('c1 back')).not.toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Next' }));
  expect(screen.queryByText(/starts with/)).not.toBeInTheDocument();
  await user.click(card());
  expect(screen.queryByRole('button', { name: 'Show hint' })).not.toBeInTheDocument();
});

test('a reload keeps the position, front up', async () => {
  const user = show();
  await screen.findByText('Card 1 of 3');
  await user.keyboard('{ArrowRight} ');
  cleanup();
  show({ isReload: true });
  expect(await screen.findByText('Card 2 of 3')).toBeVisible();
  expect(card()).toHaveAccessibleName(/c2 front/);
});

test('Space flips after a click on a button, and only once', async () => {
  const user = show();
  await user.click(await screen.findByRole('button', { name: 'Next' }));
  await user.keyboard(' ');
  expect(card()).toHaveAccessibleName(/c2 back/);
  expect(screen.getByText('Card 2 of 3')).toBeVisible();
});

test('keys are ignored while typing and while a dialog is open', async () => {
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

test('a swipe goes to the next card, and its click does not flip', async () => {
  show();
  await screen.findByText('Card 1 of 3');
  // jsdom's pointer events have no coordinates; mouse events with their names have the fields that the card reads.
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

test('the end of a run: what was known and not, then the missed cards alone', async () => {
  const user = show();
  await screen.findByText('Card 1 of 3');
  expect(screen.queryByRole('button', { name: 'Got it' })).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Flip' }));
  expect(card()).toHaveFocus();
  await user.click(screen.getByRole('button', { name: 'Got it' }));
  expect(screen.getByText('Card 2 of 3')).toBeVisible();
  await user.keyboard(' 1');
  expect(screen.getByText('Card 3 of 3')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Finish' }));
  expect(screen.getByRole('heading', { name: 'Good round. Some cards need another look' })).toHaveFocus();
  for (const count of ['33%', '1 of 3 marked “Got it”', '1 marked “Not yet”', '1 not marked'])
    expect(screen.getByText(count)).toBeVisible();
  expect(screen.getByText('c2 back')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Repeat 1 “Not yet” card' }));
  expect(screen.getByText('“Not yet” cards, 1 of 3')).toBeVisible();
  expect(screen.getByText('Card 1 of 1')).toBeVisible();
  expect(card()).toHaveAccessibleName(/c2 front/);
  await user.keyboard(' 2');
  expect(screen.getByRole('heading', { name: 'You know these cards' })).toBeVisible();
  expect(screen.getByText('1 of 1 marked “Got it”')).toBeVisible();
  expect(screen.queryByRole('button', { name: /“Not yet”/ })).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Shuffle and start again' }));
  expect(screen.getByText('Card 1 of 3')).toBeVisible();
});

test('the end of a run counts what was marked: paging through a deck is not knowing it', async () => {
  const user = show();
  await screen.findByText('Card 1 of 3');
  await user.keyboard(' 2{ArrowRight}');
  await user.click(screen.getByRole('button', { name: 'Finish' }));
  expect(screen.getByRole('heading', { name: 'Good start. 2 cards to go' })).toHaveFocus();
  for (const count of ['33%', '1 of 3 marked “Got it”', '2 not marked']) expect(screen.getByText(count)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Go through 2 unmarked cards' }));
  expect(screen.getByText('Unmarked cards, 2 of 3')).toBeVisible();
  expect(card()).toHaveAccessibleName(/c2 front/);
  // The description, "3 cards", would contradict the round.
  expect(screen.queryByText('3 cards on Heart')).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Start from the beginning' }));
  expect(screen.getByText('Card 1 of 3')).toBeVisible();
  expect(card()).toHaveAccessibleName(/c1 front/);
});

test('a deck that was only paged through has nothing known', async () => {
  const user = show();
  await screen.findByText('Card 1 of 3');
  await user.keyboard('{ArrowRight}{ArrowRight}');
  await user.click(screen.getByRole('button', { name: 'Finish' }));
  expect(screen.getByRole('heading', { name: 'You have not marked any cards yet' })).toBeVisible();
  for (const count of ['0%', '0 of 3 marked “Got it”', '3 not marked']) expect(screen.getByText(count)).toBeVisible();
});

describe('what could not be done when the deck was made', () => {
  const shortfall = { asked: 20, made: 3, reason: 'The guide is short.' };
  const notice = () => screen.queryByText('3 of 20 cards were made. The guide is short. Plain cards.');

  test('is said at the start of the deck, on no other card, and not again once it is dismissed', async () => {
    api.on(calls.getDeck, aDeck({ shortfall, limitation: 'Plain cards.' }));
    const user = show();
    await screen.findByText('Card 1 of 3');
    expect(notice()).toBeVisible();
    await user.keyboard('{ArrowRight}');
    expect(notice()).not.toBeInTheDocument();
    await user.keyboard('{ArrowLeft}');
    await user.click(screen.getByRole('button', { name: 'Dismiss' }));
    expect(notice()).not.toBeInTheDocument();
    cleanup();
    show({ isReload: true });
    await screen.findByText('Card 1 of 3');
    expect(notice()).not.toBeInTheDocument();
  });

  test('is not said of a deck that has grown since', async () => {
    api.on(calls.getDeck, aDeck({ shortfall: { ...shortfall, made: 2 } }));
    show();
    await screen.findByText('Card 1 of 3');
    expect(screen.queryByText(/cards were made/)).not.toBeInTheDocument();
  });
});

test('the hint about the keys is shown once', async () => {
  show();
  expect(await screen.findByText(/Press Space to flip the card/)).toBeVisible();
  cleanup();
  show({ isReload: true });
  await screen.findByText('Card 1 of 3');
  expect(screen.queryByText(/Press Space to flip the card/)).not.toBeInTheDocument();
});

describe('new cards', () => {
  const toLast = async (): Promise<ReturnType<typeof userEvent.setup>> => {
    const user = userEvent.setup();
    await screen.findByText('Card 1 of 3');
    expect(screen.queryByRole('button', { name: 'Generate New Cards' })).not.toBeInTheDocument();
    await user.keyboard('{ArrowRight}{ArrowRight}');
    return user;
  };

  test("§4 Flashcard viewer: 'Generate New Cards' on the last card: the deck reloads, the position jumps to the card count minus 10, toast 'New cards generated successfully!'", async () => {
    let finish: () => void = () => undefined;
    api.on(
      calls.generateCards,
      () => new Promise<unknown>((resolve) => (finish = () => resolve({ newCards: generated(10), flashcardId: 'd1' }))),
    );
    show();
    const user = await toLast();
    await user.click(screen.getByRole('button', { name: 'Generate New Cards' }));
    expect(await screen.findByRole('dialog', { name: 'Generating New Cards' })).toBeVisible();
    api.on(calls.getDeck, aDeck({ cards: [...aDeck({}).cards, ...generated(10)] }));
    finish();
    expect(await screen.findByText('New cards generated successfully!')).toBeInTheDocument();
    expect(screen.getByText('Card 4 of 13')).toBeVisible();
    expect(card()).toHaveAccessibleName(/new front 0/);
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(api.received.filter(({ method, path }) => method === 'GET' && path === '/flashcards/d1')).toHaveLength(2);
  });

  test('§7 Calls: POST /flashcards/:id/generate carries studyMaterialId; the answer has newCards and flashcardId', async () => {
    api.on(calls.generateCards, { newCards: generated(1), flashcardId: 'd1' });
    show();
    const user = await toLast();
    await user.click(screen.getByRole('button', { name: 'Generate New Cards' }));
    await screen.findByText('Card 4 of 4');
    const sent = api.received.filter((call) => call.method === 'POST');
    expect(sent).toMatchObject([{ path: '/flashcards/d1/generate', body: { studyMaterialId: 'm1' } }]);
  });

  test('§9 Progress overlays: more cards 30 s in four stages, with a percentage and the seconds remaining', async () => {
    api.on(calls.generateCards, never);
    stopClock();
    show();
    const user = await toLast();
    await user.click(screen.getByRole('button', { name: 'Generate New Cards' }));
    const overlay = within(await screen.findByRole('dialog', { name: 'Generating New Cards' }));
    expect(overlay.getAllByRole('listitem')).toHaveLength(4);
    expect(overlay.getByText('0%')).toBeVisible();
    expect(overlay.getByText('30 seconds remaining')).toBeVisible();
    // The overlay handles the keys now.
    await user.keyboard('{ArrowLeft}');
    expect(screen.getByText('Card 3 of 3')).toBeInTheDocument();
  });

  test('§8 Flashcard viewer: an error with upgradeRequired opens the upgrade modal', async () => {
    api.on(calls.generateCards, answer(403, { msg: 'Premium has ended.', code: 'premium_required', upgradeRequired: true }));
    show();
    const user = await toLast();
    await user.click(screen.getByRole('button', { name: 'Generate New Cards' }));
    expect(await screen.findByRole('dialog', { name: 'Upgrade to Premium' })).toHaveTextContent('Premium has ended.');
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
    const notice = screen.getByText('2 of 10 new cards were made. The guide holds no more.');
    expect(notice).toBeVisible();
    await user.keyboard('{ArrowRight}');
    expect(notice).not.toBeInTheDocument();
    await user.keyboard('{ArrowLeft}');
    await user.click(screen.getByRole('button', { name: 'Dismiss' }));
    expect(screen.queryByText(/new cards were made/)).not.toBeInTheDocument();
  });

  test("§8 Flashcard viewer: 'Failed to generate new cards', and nothing changes", async () => {
    api.on(calls.generateCards, answer(500, { code: 'internal' }));
    show();
    const user = await toLast();
    await user.click(screen.getByRole('button', { name: 'Generate New Cards' }));
    expect(await screen.findByText('Failed to generate new cards')).toBeInTheDocument();
    expect(screen.getByText('Card 3 of 3')).toBeVisible();
  });

  test("§6 Flashcard viewer: 'Generate New Cards' is premium-only, a free learner gets the upgrade modal", async () => {
    show({ limits: freeLimits() });
    const user = await toLast();
    await user.click(screen.getByRole('button', { name: 'Generate New Cards' }));
    expect(await screen.findByRole('dialog', { name: 'Upgrade to Premium' })).toBeInTheDocument();
    expect(api.received.some((call) => call.method === 'POST')).toBe(false);
  });
});

test.each([
  ['is absent', answer(404, { msg: 'Not found.', code: 'not_found' })],
  ['fails', answer(400, { code: 'invalid' })],
])("§4 Flashcard viewer: a deck that %s: 'Failed to load flashcard deck', and back to /quizzes", async (_name, given) => {
  api.on(calls.getDeck, given);
  show();
  expect(await screen.findByText('Failed to load flashcard deck')).toBeInTheDocument();
  await waitFor(() => {
    expect(screen.getByTestId('location')).toHaveTextContent(/^\/quizzes\?tab=flashcards$/);
  });
});

test('when the session has ended, the shell navigates to the sign-in and back here afterwards', async () => {
  api.on(calls.getDeck, answer(401, { msg: 'Please sign in again.', code: 'session_ended' }));
  show();
  await waitFor(() => {
    expect(localStorage.getItem('token')).toBeNull();
  });
  expect(screen.queryByText('Failed to load flashcard deck')).not.toBeInTheDocument();
  expect(screen.getByTestId('location')).toHaveTextContent('/flashcards/d1');
});

describe('single cards', () => {
  const received = (path: string) => api.received.filter((call) => call.path === path);
  const choose = async (user: ReturnType<typeof userEvent.setup>, number: number, entry: string): Promise<void> => {
    await user.click(await screen.findByRole('button', { name: `Options for card ${String(number)}` }));
    await user.click(await screen.findByRole('menuitem', { name: entry }));
  };
  let deck = heartDeck();
  beforeEach(() => {
    // jsdom does not scroll.
    Element.prototype.scrollIntoView = jest.fn();
    deck = heartDeck();
    api.on(calls.getDeck, () => deck);
    api.on(calls.deleteCard, ({ params }: { params: Record<string, string> }) => {
      deck = { ...deck, cards: deck.cards.filter(({ _id }) => _id !== params['cardId']) };
      return { _id: params['cardId'] };
    });
  });

  test('the back links to the cited passage', async () => {
    api.on(calls.listPassages, heartPassages);
    const user = show();
    await screen.findByText('Card 1 of 4');
    expect(screen.queryByRole('button', { name: 'Slide 2' })).not.toBeInTheDocument();
    await user.keyboard(' ');
    await user.click(screen.getByRole('button', { name: 'Slide 2' }));
    const panel = within(await screen.findByRole('dialog', { name: 'Source: slide 2' }));
    expect(await panel.findByText('Speaker notes')).toBeVisible();
    await user.keyboard('{ArrowRight}');
    expect(screen.getByText('Card 1 of 4')).toBeInTheDocument();
    await user.keyboard('{Escape}');
    await waitFor(() => {
      expect(screen.getByRole('button', { name: 'Slide 2' })).toHaveFocus();
    });
  });

  test('the back and the passage show the slide itself, whose address is renewed once', async () => {
    api.on(calls.listPassages, heartPassages);
    api.on(calls.listPages, ({ query }: ReceivedCall) => [aSourcePage(Number(query['slide']))]);
    const user = show();
    await screen.findByText('Card 1 of 4');
    await user.keyboard(' ');
    await waitFor(() => expect(card().querySelector('img')).toHaveAttribute('src', 'http://api/page-2'));
    api.on(calls.listPages, [aSourcePage(2, { url: 'http://api/renewed' })]);
    fireEvent.error(card().querySelector('img')!);
    await waitFor(() => expect(card().querySelector('img')).toHaveAttribute('src', 'http://api/renewed'));
    await user.click(screen.getByRole('button', { name: 'Slide 2' }));
    const panel = within(await screen.findByRole('dialog', { name: 'Source: slide 2' }));
    expect(await panel.findByRole('button', { name: 'Enlarge: Slide 2' })).toBeVisible();
  });

  test('a card can be edited in place', async () => {
    api.on(calls.updateCard, ({ body }: { body: { front: string; back: string } }) => ({
      ...deck,
      cards: deck.cards.map((each, index) => (index === 0 ? { ...each, ...body, edited: true } : each)),
    }));
    const user = show();
    await screen.findByText('Card 1 of 4');
    await user.keyboard(' ');
    await choose(user, 1, 'Edit Card');
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit Card' }));
    await user.clear(dialog.getByRole('textbox', { name: 'Back' }));
    await user.click(dialog.getByRole('button', { name: 'Save Changes' }));
    expect(dialog.getByRole('textbox', { name: 'Back' })).toHaveAccessibleDescription('A card needs both sides');
    await user.type(dialog.getByRole('textbox', { name: 'Back' }), 'The stretch at the end of filling.');
    await user.click(dialog.getByRole('button', { name: 'Save Changes' }));
    expect(await screen.findByText('Card updated successfully')).toBeInTheDocument();
    expect(received('/flashcards/d1/cards/k1')[0]).toMatchObject({
      method: 'PUT',
      body: { front: 'What is preload?', back: 'The stretch at the end of filling.' },
    });
    expect(card()).toHaveAccessibleName(/The stretch at the end of filling\./);
    expect(screen.getByText('Edited by you')).toBeVisible();
  });

  test('a reported card says so on both sides', async () => {
    api.on(calls.reportCard, { message: 'Thank you. Your report has been saved.' });
    const user = show();
    await choose(user, 1, 'Report Card');
    await user.click(await screen.findByRole('radio', { name: 'It is not worth learning.' }));
    await user.click(screen.getByRole('button', { name: 'Send Report' }));
    expect(await screen.findByText('Thank you. Your report has been saved.')).toBeInTheDocument();
    expect(received('/flashcards/d1/cards/k1/report')).toMatchObject([{ body: { reason: 'trivial' } }]);
    expect(screen.getByText('You reported this card')).toBeVisible();
    await user.keyboard(' ');
    expect(screen.getByText('You reported this card')).toBeVisible();
  });

  test('a failed report keeps the input', async () => {
    api.on(calls.reportCard, answer(503, { msg: 'Please try again in a moment.', code: 'unavailable' }));
    const user = show();
    await choose(user, 1, 'Report Card');
    await user.click(await screen.findByRole('radio', { name: 'Something else.' }));
    await user.type(screen.getByRole('textbox', { name: 'Comment' }), 'Two facts at once');
    await user.click(screen.getByRole('button', { name: 'Send Report' }));
    expect(await screen.findByText('Please try again in a moment.')).toBeInTheDocument();
    await user.keyboard('{Escape}');
    await choose(user, 1, 'Report Card');
    expect(await screen.findByRole('radio', { name: 'Something else.' })).toBeChecked();
    expect(screen.getByRole('textbox', { name: 'Comment' })).toHaveValue('Two facts at once');
  });

  test('after deleting a card in the middle the next one is shown, front up and focused', async () => {
    const user = show();
    await screen.findByText('Card 1 of 4');
    await user.keyboard('{ArrowRight} ');
    expect(card()).toHaveAccessibleName(/The resistance/);
    await choose(user, 2, 'Delete Card');
    const asked = within(await screen.findByRole('alertdialog', { name: 'Are you sure you want to delete this card?' }));
    expect(asked.getByText(/^“What is afterload\?” is deleted with its review schedule\./)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Card deleted successfully')).toBeInTheDocument();
    expect(screen.getByText('Card 2 of 3')).toBeVisible();
    expect(card()).toHaveAccessibleName('Front : What is the ejection fraction? . Click to flip');
    await waitFor(() => {
      expect(card()).toHaveFocus();
    });
    cleanup();
    show({ isReload: true });
    expect(await screen.findByText('Card 2 of 3')).toBeVisible();
  });

  test('after deleting the last card of a deck the one before is shown', async () => {
    const user = show();
    await screen.findByText('Card 1 of 4');
    await user.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}');
    await choose(user, 4, 'Delete Card');
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Card 3 of 3')).toBeVisible();
  });

  test('a deletion that fails says why and leaves the card', async () => {
    api.on(calls.deleteCard, answer(500, { code: 'internal' }));
    const user = show();
    await choose(user, 1, 'Delete Card');
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Failed to delete card')).toBeInTheDocument();
    expect(screen.getByText('Card 1 of 4')).toBeVisible();
  });

  test('deck and card name their engine', async () => {
    deck = heartDeck({ generatedBy: 'openai:gpt-5-mini' });
    deck = { ...deck, cards: deck.cards.map((each, index) => (index === 1 ? { ...each, generatedBy: 'offline' } : each)) };
    const user = show();
    expect(await screen.findByText("Made by gpt-5-mini from your material; 1 of 4 cards by Lectern's own engine.")).toBeVisible();
    expect(screen.queryByText(/^Replaced/)).not.toBeInTheDocument();
    await user.keyboard('{ArrowRight}');
    expect(screen.getByText("Made by Lectern's own engine")).toBeVisible();
  });
});

test('the picture of a card’s slide is on its back, and left out when it cannot be loaded', async () => {
  const deck = aDeck({});
  const pictures = [{ id: `${'a'.repeat(32)}-4`, slide: 4, alt: 'A heart', width: 800, height: 600, url: 'http://api/heart' }];
  const source = { pointer: { kind: 'slide' as const, slide: 4, part: 'body' as const, paragraph: 1 }, quote: 'It pumps.', pictures };
  api.on(calls.getDeck, { ...deck, cards: deck.cards.map((each) => ({ ...each, source })) });
  api.on(calls.listPictures, []);
  const user = show();
  await screen.findByText('Card 1 of 3');
  expect(screen.queryByRole('img', { name: 'A heart' })).not.toBeInTheDocument();
  await user.click(card());
  fireEvent.error(await screen.findByRole('img', { name: 'A heart' }));
  await waitFor(() => expect(screen.queryByRole('img', { name: 'A heart' })).not.toBeInTheDocument());
});

describe('typed answers', () => {
  const typeAnswers = async (user: ReturnType<typeof show>): Promise<HTMLElement> => {
    await user.click(await screen.findByRole('button', { name: 'Options for card 1' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Type the Answers' }));
    return screen.findByRole('textbox', { name: 'Your answer' });
  };

  test('a typed answer turns the card and says whether it is right; the learner marks the card', async () => {
    const user = show();
    const field = await typeAnswers(user);
    await user.type(field, 'C1 Bakc{Enter}');
    expect(card()).toHaveAccessibleName('Back : c1 back . Click to flip');
    expect(screen.getByText('Correct.')).toBeVisible();
    await user.keyboard('2');
    expect(screen.getByText('Card 2 of 3')).toBeVisible();
    expect(screen.getByRole('textbox', { name: 'Your answer' })).toHaveFocus();
    await user.keyboard('something else{Enter}');
    expect(screen.getByText('something else')).toBeVisible();
    expect(screen.queryByText('Correct.')).not.toBeInTheDocument();
  });

  test('the choice is kept for other decks, and an empty answer turns the card', async () => {
    await typeAnswers(show());
    cleanup();
    const user = show({ isReload: true });
    await user.click(await screen.findByRole('button', { name: 'Check' }));
    expect(card()).toHaveAccessibleName('Back : c1 back . Click to flip');
    await user.click(screen.getByRole('button', { name: 'Options for card 1' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Stop Typing Answers' }));
    await user.click(card());
    expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
  });
});

describe('the schedule of a card', () => {
  const item = (suspended: boolean) => ({
    ...{ state: 'review', due: '2026-03-10T03:00:00.000Z', stability: 12, difficulty: 5, reps: 2, lapses: 1, suspended },
    reviews: [
      { _id: 'r1', rating: 'good', answeredAt: '2026-02-20T09:00:00.000Z' },
      { _id: 'r2', rating: 'again', answeredAt: '2026-02-24T09:00:00.000Z' },
    ],
  });
  const open = async () => {
    const user = show();
    await user.click(await screen.findByRole('button', { name: 'Options for card 1' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Review Schedule' }));
    return { user, dialog: within(await screen.findByRole('dialog', { name: 'Review Schedule' })) };
  };

  test('shows its history, and a suspended card is resumed', async () => {
    let isSuspended = true;
    api.on(calls.getReviewItem, () => item(isSuspended));
    api.on(calls.updateReviewItem, () => {
      isSuspended = false;
      return item(isSuspended);
    });
    const { user, dialog } = await open();
    expect(await dialog.findByText(/suspended, so it will not come back/)).toHaveTextContent('Reviewed 2 times, forgotten 1 time');
    expect(dialog.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
      'DateAnswer',
      'Feb 24, 2026Again',
      'Feb 20, 2026Good',
    ]);
    await user.click(dialog.getByRole('button', { name: 'Resume' }));
    expect(await dialog.findByText(/^Learned, due/)).toBeVisible();
    expect(api.received.find(({ method }) => method === 'PUT')).toMatchObject({
      path: '/reviews/items/card/c1',
      body: { suspended: false },
    });
  });

  test('can be read again after a failure', async () => {
    api.on(calls.getReviewItem, answer(500, { code: 'internal' }));
    const { user, dialog } = await open();
    expect(await dialog.findByText('The schedule could not be loaded.')).toBeVisible();
    api.on(calls.getReviewItem, item(false));
    await user.click(dialog.getByRole('button', { name: 'Try again' }));
    expect(await dialog.findByRole('button', { name: 'Suspend' })).toBeVisible();
  });
});

describe('marks are reviews', () => {
  const reviewCalls = () =>
    api.received
      .filter(({ path }) => path.startsWith('/reviews'))
      .map(({ method, path, body }) => {
        const { itemId, rating, evidence } = (body ?? {}) as { itemId?: string; rating?: string; evidence?: string };
        return method === 'POST' ? [itemId, rating, evidence] : [method, path];
      });

  test('“Got it” is good, “Not yet” is again; a flip alone is none', async () => {
    const user = show();
    await user.click(await screen.findByRole('button', { name: /Click to flip/ }));
    await user.click(screen.getByRole('button', { name: 'Next' }));
    await user.keyboard(' 1');
    await user.keyboard(' 2');
    await screen.findByRole('region', { name: 'Results' });
    await waitFor(() => {
      expect(reviewCalls()).toEqual([
        ['c2', 'again', 'mark'],
        ['c3', 'good', 'mark'],
      ]);
    });
  });

  test('a changed mark replaces the earlier one, and the same mark is logged once', async () => {
    const user = show();
    await screen.findByText('Card 1 of 3');
    await user.keyboard(' 1');
    await waitFor(() => expect(reviewCalls()).toHaveLength(1));
    await reviewOutbox.flush();
    await user.keyboard('{ArrowLeft} 1');
    await user.keyboard('{ArrowLeft} 2');
    await waitFor(() => {
      expect(reviewCalls()).toEqual([
        ['c1', 'again', 'mark'],
        ['DELETE', `/reviews/${aReview('c1')._id}`],
        ['c1', 'good', 'mark'],
      ]);
    });
  });

  test('of a typed answer is typed evidence, and a round of “Not yet” cards is logged again', async () => {
    localStorage.setItem('lectern.seen.flashcard-keys', '1');
    api.on(calls.getDeck, aDeck({ cards: aDeck({}).cards.slice(0, 2) }));
    const user = show();
    await user.click(await screen.findByRole('button', { name: /Options for card/i }));
    await user.click(await screen.findByRole('menuitem', { name: /Type/ }));
    await user.type(await screen.findByRole('textbox', { name: 'Your answer' }), 'c1 back{Enter}');
    await user.click(screen.getByRole('button', { name: 'Not yet' }));
    await user.click(screen.getByRole('button', { name: 'Check' }));
    await user.click(screen.getByRole('button', { name: 'Got it' }));
    await user.click(await screen.findByRole('button', { name: 'Repeat 1 “Not yet” card' }));
    await user.click(await screen.findByRole('button', { name: 'Check' }));
    await user.click(screen.getByRole('button', { name: 'Got it' }));
    await waitFor(() => {
      expect(reviewCalls()).toEqual([
        ['c1', 'again', 'typed'],
        ['c2', 'good', 'mark'],
        ['c1', 'good', 'mark'],
      ]);
    });
  });
});
