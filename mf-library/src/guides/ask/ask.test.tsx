import { calls, type AskedQuestion } from '@lectern/contracts';
import { answer, freeLimits, installFakeApi, learner, networkError, renderWithPlatform, type FakeApi } from '@lectern/platform/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { longGuide, quoted } from '../../shared/testing';
import { GuideScreen } from '../guide.screen';

let api: FakeApi;
const asked = (change: Partial<AskedQuestion> = {}): AskedQuestion => ({
  _id: 'a1',
  question: 'Which place has the enzymes?',
  answer: 'They are outside the mitochondrion.',
  answeredBy: 'model',
  passages: [quoted(2, 'Glycolysis takes place in the cytosol')],
  ...change,
});

beforeEach(() => {
  // jsdom does not scroll.
  Element.prototype.scrollIntoView = jest.fn();
  api = installFakeApi();
  api.on(calls.getLimits, freeLimits());
  api.on(calls.listFolders, []);
  api.on(calls.getStudyMaterial, longGuide());
  api.on(calls.listPassages, []);
  api.on(calls.listAskedQuestions, []);
});
afterEach(() => {
  api.restore();
});

/** The guide's page with the place to ask open. */
const open = async () => {
  renderWithPlatform(<GuideScreen />, { at: '/study-materials/g1', path: '/study-materials/:id', user: learner, limits: freeLimits() });
  const user = userEvent.setup();
  await user.click(await screen.findByText('Ask about this guide'));
  return { user, field: await screen.findByLabelText('Your question') };
};

test('asks the guide, shows the answer with its passages, and opens a passage in the source panel', async () => {
  api.on(calls.askGuide, asked());
  const { user, field } = await open();
  await waitFor(() => expect(field).toHaveFocus());
  await user.type(field, 'Which place has the enzymes?{Enter}');
  expect(await screen.findByText('They are outside the mitochondrion.')).toBeVisible();
  const sent = api.received.find(({ method, path }) => method === 'POST' && path === '/study-materials/g1/ask');
  expect(sent).toMatchObject({ body: { question: 'Which place has the enzymes?' } });
  expect(sent?.headers['idempotency-key']).toBeDefined();
  await user.click(within(screen.getByRole('list', { name: 'Questions, newest first' })).getByRole('button', { name: 'Slide 2' }));
  const panel = await screen.findByRole('dialog', { name: 'Source: slide 2' });
  expect(panel).toHaveTextContent('Glycolysis takes place in the cytosol');
});

test('lists the latest questions and deletes one', async () => {
  api.on(calls.listAskedQuestions, [
    asked(),
    asked({ _id: 'a0', question: 'Who?', answer: 'Not told.', answeredBy: 'nothing', passages: [] }),
  ]);
  api.on(calls.deleteAskedQuestion, { _id: 'a0' });
  const { user } = await open();
  await user.click(await screen.findByRole('button', { name: 'Delete question: Who?' }));
  await waitFor(() => expect(screen.queryByText('Who?')).not.toBeInTheDocument());
  expect(screen.getByText('Which place has the enzymes?')).toBeVisible();
});

test('says what failed in one sentence and keeps the question', async () => {
  api.on(calls.askGuide, networkError);
  const { user, field } = await open();
  await user.type(field, 'Where?{Enter}');
  expect((await screen.findAllByText(/Lectern cannot be reached/)).length).toBeGreaterThan(0);
  expect(field).toHaveValue('Where?');
  api.on(calls.askGuide, asked({ question: 'Where?' }));
  await user.click(screen.getByRole('button', { name: 'Ask' }));
  expect(await screen.findByText('They are outside the mitochondrion.')).toBeVisible();
});

test('offers to load earlier questions again', async () => {
  api.on(calls.listAskedQuestions, answer(400, { code: 'invalid', msg: 'No.' }));
  const { user } = await open();
  expect(await screen.findByText(/Earlier questions could not be loaded/)).toBeVisible();
  api.on(calls.listAskedQuestions, [asked()]);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Which place has the enzymes?')).toBeVisible();
});
