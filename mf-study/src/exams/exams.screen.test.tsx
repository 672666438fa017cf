import { calls } from '@lectern/contracts';
import { answer, freeLimits, installFakeApi, learner, renderWithPlatform, type FakeApi } from '@lectern/platform/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aGuide } from '../testing';
import { ExamsScreen } from './exams.screen';
import { anExam, anExamPlan } from './testing';

let api: FakeApi;
const show = () => {
  renderWithPlatform(<ExamsScreen />, { at: '/review/exams', user: learner, limits: freeLimits() });
  return userEvent.setup();
};
const sent = (method: string) => api.received.filter((call) => call.method === method).map(({ path, body }) => ({ path, body }));

beforeEach(() => {
  api = installFakeApi();
  api.on(calls.listExams, [anExam()]);
  api.on(calls.getExam, anExamPlan());
  api.on(calls.listStudyMaterials, [aGuide({}), aGuide({ _id: 'm2', title: 'Cell respiration' })]);
});
afterEach(() => {
  api.restore();
});

test('an exam shows its days left, its readiness, and leads to its reviews', async () => {
  show();
  const card = within(await screen.findByRole('article'));
  expect(card.getByRole('heading', { name: 'Nursing final' })).toBeVisible();
  expect(card.getByText('In 12 days')).toBeVisible();
  expect(card.getByText('Mar 14, 2026')).toBeVisible();
  expect(card.getByRole('progressbar', { name: 'Nursing final: readiness 71%' })).toBeVisible();
  expect(card.getByRole('link', { name: 'Review for Nursing final' })).toHaveAttribute('href', '/review?examId=e1');
});

test('how the readiness was worked out stands behind one click', async () => {
  const user = show();
  const words = await screen.findByText(/30 of 42 have been reviewed/);
  expect(words).not.toBeVisible();
  await user.click(screen.getByText('How this is worked out'));
  expect(words).toBeVisible();
});

test('the plan is read when it is opened, and is a table, too', async () => {
  const user = show();
  await screen.findByRole('article');
  expect(api.received.some(({ path }) => path === '/exams/e1')).toBe(false);
  await user.click(screen.getByText('Plan by day'));
  const table = within(await screen.findByRole('table', { name: 'Plan by day' }));
  expect(table.getByRole('row', { name: 'Mar 2, 2026 3 6' })).toBeInTheDocument();
});

test('too little time is said with what would fit', async () => {
  api.on(calls.listExams, [anExam({ shortfall: '42 new cards in 1 day are 42 a day.' })]);
  show();
  expect(await screen.findByText('42 new cards in 1 day are 42 a day.')).toBeVisible();
});

test.each([
  ['Continue', 'continue'],
  ['Rest', 'rest'],
] as const)('after the exam it is asked once whether its cards go on or rest: %s', async (label, afterwards) => {
  const over = anExam({ isOver: true, daysLeft: 0 });
  api.on(calls.listExams, () => [{ ...over, afterwards: sent('PUT').length > 0 ? afterwards : null }]);
  api.on(calls.updateExam, { ...over, afterwards });
  const user = show();
  await user.click(await screen.findByRole('button', { name: label }));
  await waitFor(() => {
    expect(screen.queryByText(/Shall its cards go on/)).not.toBeInTheDocument();
  });
  expect(sent('PUT')).toEqual([{ path: '/exams/e1', body: { afterwards } }]);
});

describe('the dialog', () => {
  test('adds an exam', async () => {
    api.on(calls.listExams, []);
    api.on(calls.createExam, () => answer(201, anExam()));
    const user = show();
    await user.click(await screen.findByRole('button', { name: 'Add Exam' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add Exam' }));
    await user.click(dialog.getByRole('button', { name: 'Add Exam' }));
    expect(dialog.getByText('Please enter a name')).toBeVisible();
    expect(dialog.getByText('Please choose a date')).toBeVisible();
    expect(dialog.getByText('Please choose a study guide')).toBeVisible();
    await user.type(dialog.getByRole('textbox', { name: 'Name' }), 'Biology');
    await user.type(dialog.getByLabelText('Date'), '2026-05-01');
    await user.click(await dialog.findByRole('checkbox', { name: 'Cell respiration' }));
    await user.click(dialog.getByRole('button', { name: 'Add Exam' }));
    expect(await screen.findByText('Exam added successfully')).toBeInTheDocument();
    expect(sent('POST')).toEqual([{ path: '/exams', body: { name: 'Biology', date: '2026-05-01', studyMaterialIds: ['m2'] } }]);
  });

  test('shows why an exam was refused, and keeps the input', async () => {
    api.on(calls.listExams, []);
    api.on(calls.createExam, answer(400, { code: 'invalid', msg: 'An exam cannot be in the past.' }));
    const user = show();
    await user.click(await screen.findByRole('button', { name: 'Add Exam' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add Exam' }));
    await user.type(dialog.getByRole('textbox', { name: 'Name' }), 'Biology');
    await user.type(dialog.getByLabelText('Date'), '2020-05-01');
    await user.click(await dialog.findByRole('checkbox', { name: 'Heart' }));
    await user.click(dialog.getByRole('button', { name: 'Add Exam' }));
    expect(await screen.findByText('An exam cannot be in the past.')).toBeInTheDocument();
    expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('Biology');
  });
});

test('deleting asks first', async () => {
  api.on(calls.deleteExam, { _id: 'e1' });
  const user = show();
  await user.click(await screen.findByRole('button', { name: 'Options for Nursing final' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete Exam' }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('Exam deleted successfully')).toBeInTheDocument();
  expect(sent('DELETE')).toEqual([{ path: '/exams/e1', body: undefined }]);
});
