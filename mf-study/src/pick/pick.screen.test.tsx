import { calls, type Suggestion } from '@lectern/contracts';
import {
  answer,
  freeLimits,
  installFakeApi,
  learner,
  networkError,
  renderWithPlatform,
  type FakeApi,
  type ReceivedCall,
} from '@lectern/platform/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aDeck, aQuestion, aQuiz } from '../testing';
import { PickScreen } from './pick.screen';
import { aSuggestion, heartSuggestions, pickedGuide } from './testing';

let api: FakeApi;
const show = () => {
  renderWithPlatform(<PickScreen />, { at: '/pick/m1', path: '/pick/:id', user: learner, limits: freeLimits() });
  return userEvent.setup();
};
const sent = (method: string, ending: string): unknown[] =>
  api.received.filter((call) => call.method === method && call.path.endsWith(ending)).map(({ body }) => body);
const row = (term: string): HTMLElement => screen.getByText(term, { selector: 'strong' }).closest('li')!;
const offer = (suggestions: readonly Suggestion[]): void => {
  api.on(calls.listSuggestions, suggestions);
};

beforeEach(() => {
  Element.prototype.scrollIntoView = jest.fn();
  let count = 0;
  api = installFakeApi();
  api.on(calls.getLimits, freeLimits());
  api.on(calls.getStudyMaterial, pickedGuide);
  offer(heartSuggestions);
  api.on(calls.listDecks, []);
  api.on(calls.listQuizzes, []);
  api.on(calls.createOwnDeck, ({ body }: ReceivedCall) =>
    answer(201, aDeck({ cards: [{ _id: 'c1', ...(body as { cards: { front: string; back: string }[] }).cards[0]! }] })),
  );
  api.on(calls.addCard, ({ body }: ReceivedCall) => answer(201, { _id: `n${String((count += 1))}`, ...(body as object) }));
  api.on(calls.createOwnQuiz, answer(201, aQuiz({})));
  api.on(calls.addQuestion, answer(201, aQuestion('q9')));
  api.on(calls.updateCard, aDeck({}));
  api.on(calls.updateSuggestions, { skipped: [] });
});
afterEach(() => {
  api.restore();
});

test('shows every term with its sentence, place and section, in the order of the guide', async () => {
  show();
  expect(await screen.findByText('Preload', { selector: 'strong' })).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Pick what to ask', level: 1 })).toBeVisible();
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
    'What Heart Failure Is',
    'Signs by Side of the Heart',
    'Medicines and Their Watch Points',
    'Nursing Interventions',
  ]);
  expect(row('Preload')).toHaveTextContent('Preload: the stretch of the ventricle at the end of filling.Slide 9');
  expect(within(row('Preload')).getByRole('button', { name: 'Make a card: Preload' })).toBeVisible();
});

test('C makes a card and opens it in its place, Enter keeps it and goes on; Q asks, S skips, U takes back', async () => {
  const user = show();
  await screen.findByText('Preload', { selector: 'strong' });
  await user.keyboard('c');
  const front = screen.getByLabelText('Front');
  expect(front).toHaveFocus();
  await user.clear(front);
  await user.type(front, 'What is heart failure?{Enter}');
  expect(row('Ejection fraction')).toHaveFocus();
  await user.keyboard('qs');
  await waitFor(() => expect(sent('PUT', '/suggestions').length).toBeGreaterThan(0));
  expect(sent('POST', '/flashcards/own')).toEqual([
    {
      title: 'My cards: Heart Failure: Nursing Care of Adults',
      studyMaterialId: 'm1',
      cards: [
        {
          front: 'Heart failure',
          back: 'Heart failure is a clinical syndrome in which the heart cannot pump enough blood to meet the needs of the body.',
        },
      ],
    },
  ]);
  expect(sent('PUT', '/cards/c1')).toEqual([{ front: 'What is heart failure?', back: expect.any(String) }]);
  expect(sent('POST', '/quizzes/own')).toEqual([
    expect.objectContaining({
      question: expect.objectContaining({ question: '_____: the share of blood in the left ventricle that leaves it with each beat.' }),
    }),
  ]);
  expect(screen.getByText('1 card, 1 question made')).toBeVisible();
  expect(row('Signs of left-sided heart failure include')).toHaveTextContent('Skipped');
  expect(row('Loop diuretics')).toHaveAttribute('aria-current', 'true');
  await user.keyboard('u');
  expect(row('Signs of left-sided heart failure include')).toHaveTextContent('Crackles at the lung bases');
  await waitFor(() =>
    expect(sent('PUT', '/suggestions').at(-1)).toMatchObject({ restored: ['signs-of-left-sided-heart-failure-include'] }),
  );
});

test('the buttons do the same; the made card opens without taking the focus', async () => {
  const user = show();
  await screen.findByText('Preload', { selector: 'strong' });
  await user.click(screen.getByRole('button', { name: 'Make a card: Preload' }));
  expect(screen.getByLabelText('Back')).toHaveValue('the stretch of the ventricle at the end of filling.');
  expect(screen.getByLabelText('Front')).not.toHaveFocus();
  await user.click(screen.getByRole('button', { name: 'Done' }));
  expect(row('Preload')).toHaveTextContent('Card made');
  await user.click(screen.getByRole('button', { name: 'Edit the card: Preload' }));
  expect(screen.getByLabelText('Front')).toHaveValue('Preload');
  expect(await screen.findByRole('link', { name: /^Open the cards/ })).toHaveAttribute('href', '/flashcards/d1');
});

test('without other terms of its kind "Ask me" makes a card with a gap, and says so', async () => {
  offer([aSuggestion('Digoxin', { form: 'statement', statement: 'Withhold digoxin below 60 beats.' })]);
  const user = show();
  await user.click(await screen.findByRole('button', { name: 'Ask me: Digoxin' }));
  await waitFor(() => expect(sent('POST', '/flashcards/own')).toHaveLength(1));
  expect(sent('POST', '/flashcards/own')[0]).toMatchObject({ cards: [{ front: 'Withhold _____ below 60 beats.', back: 'Digoxin' }] });
  expect(row('Digoxin')).toHaveTextContent('Card with a gap made: no other terms of its kind');
});

test('what cannot be saved is said once; the learner goes on, and "Try again" saves all of it', async () => {
  let isDown = true;
  api.on(calls.listDecks, () => (isDown ? networkError() : []));
  const user = show();
  await screen.findByText('Preload', { selector: 'strong' });
  await user.keyboard('c{Enter}');
  await user.keyboard('c{Enter}s');
  expect(await screen.findByRole('alert')).toHaveTextContent('3 changes not saved yet.');
  expect(screen.getAllByRole('alert')).toHaveLength(1);
  isDown = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.queryByRole('alert')).not.toBeInTheDocument());
  await waitFor(() => expect(sent('PUT', '/suggestions')).toHaveLength(1));
  expect(sent('PUT', '/suggestions')[0]).toMatchObject({
    skipped: ['heart-failure', 'ejection-fraction', 'signs-of-left-sided-heart-failure-include'],
  });
});

test('what the plan has no place for can be left out', async () => {
  api.on(calls.createOwnDeck, answer(403, { msg: 'Your plan has no more decks.', code: 'limit_reached', upgradeRequired: true }));
  const user = show();
  await screen.findByText('Preload', { selector: 'strong' });
  await user.keyboard('c{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent('Your plan has no more decks.');
  await user.click(screen.getByRole('button', { name: 'Leave it out' }));
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  expect(within(row('Heart failure')).getByRole('button', { name: 'Make a card: Heart failure' })).toBeVisible();
});

test('the next page is read before the end is reached', async () => {
  const all = Array.from({ length: 60 }, (_, index) => aSuggestion(`Term ${String(index)}`));
  api.on(calls.listSuggestions, ({ query }: ReceivedCall) =>
    query['after'] === undefined ? answer(200, all.slice(0, 50), { 'x-next': all[49]!._id }) : all.slice(50),
  );
  const user = show();
  await screen.findByText('Term 0', { selector: 'strong' });
  await user.keyboard('s'.repeat(35));
  expect(await screen.findByText('Term 59', { selector: 'strong' })).toBeInTheDocument();
});

test('nothing is left to pick', async () => {
  offer([]);
  show();
  expect(await screen.findByText(/There is nothing left to pick here/)).toBeVisible();
});

test('a list that cannot be read is tried again', async () => {
  api.on(calls.listSuggestions, answer(503, { msg: 'Busy.', code: 'unavailable' }));
  const user = show();
  expect(await screen.findByText('Busy.')).toBeVisible();
  offer(heartSuggestions);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Preload', { selector: 'strong' })).toBeVisible();
});
