import { calls } from '@lectern/contracts';
import { answer, freeLimits, installFakeApi, learner, renderWithPlatform, type FakeApi } from '@lectern/platform/testing';
import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { SettingsScreen } from './settings.screen';
import { aReviewSummary, someSettings } from './testing';

let api: FakeApi;
const show = () => {
  renderWithPlatform(<SettingsScreen />, { at: '/review/settings', user: learner, limits: freeLimits() });
  return userEvent.setup();
};
const sent = () => api.received.filter(({ method }) => method === 'PUT').map(({ body }) => body);

beforeEach(() => {
  api = installFakeApi();
  api.on(calls.getReviewSettings, someSettings());
  api.on(calls.getReviewSummary, aReviewSummary());
});
afterEach(() => {
  api.restore();
});

test('all settings are saved', async () => {
  api.on(calls.updateReviewSettings, someSettings({ newPerDay: 5 }));
  const user = show();
  fireEvent.change(await screen.findByRole('slider', { name: 'Target retention: 90%' }), { target: { value: '95' } });
  const fresh = screen.getByRole('textbox', { name: 'New cards per day' });
  await user.clear(fresh);
  await user.type(fresh, '5');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Time zone' }), 'America/New York');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Start of the day' }), 'Midnight');
  await user.click(screen.getByRole('button', { name: 'Save Changes' }));
  expect(await screen.findByText('Settings saved successfully')).toBeInTheDocument();
  const reminder = { isOn: false, hour: 18 };
  expect(sent()).toEqual([
    { desiredRetention: 0.95, newPerDay: 5, reviewsPerDay: 200, timeZone: 'America/New_York', dayStartsAt: 0, reminder },
  ]);
});

test('reminders are off until an hour is chosen, and off again', async () => {
  api.on(calls.updateReviewSettings, someSettings());
  const user = show();
  const field = await screen.findByRole('combobox', { name: 'Reminder by email' });
  expect(field).toHaveValue('off');
  for (const choice of ['7 am', 'Off']) {
    await user.selectOptions(field, choice);
    await user.click(screen.getByRole('button', { name: 'Save Changes' }));
    await screen.findAllByText('Settings saved successfully');
  }
  expect(sent()).toMatchObject([{ reminder: { isOn: true, hour: 7 } }, { reminder: { isOn: false } }]);
});

test('what another retention costs in reviews a day', async () => {
  show();
  expect(await screen.findByText(/At 90%: about/)).toHaveTextContent('At 90%: about 10 reviews per day, as now.');
  fireEvent.change(screen.getByRole('slider'), { target: { value: '95' } });
  expect(screen.getByText(/At 95%: about/)).toHaveTextContent('At 95%: about 23 reviews per day, compared with 10 now.');
});

test.each(['', '501', '2.5', 'many'])('%j new cards a day are refused beside the field', async (text) => {
  const user = show();
  const field = await screen.findByRole('textbox', { name: 'New cards per day' });
  await user.clear(field);
  if (text !== '') await user.type(field, text);
  await user.click(screen.getByRole('button', { name: 'Save Changes' }));
  expect(screen.getByText('A whole number from 0 to 500')).toBeVisible();
  expect(field).toHaveFocus();
  expect(sent()).toEqual([]);
});

test('a failed save keeps the input and says so', async () => {
  api.on(calls.updateReviewSettings, answer(503, { code: 'unavailable', msg: 'Please try again in a moment.' }));
  const user = show();
  const field = await screen.findByRole('textbox', { name: 'Reviews per day' });
  await user.clear(field);
  await user.type(field, '50');
  await user.click(screen.getByRole('button', { name: 'Save Changes' }));
  expect((await screen.findAllByText('Please try again in a moment.')).length).toBeGreaterThan(0);
  expect(field).toHaveValue('50');
});

test("UTC can be chosen for good: it is not mistaken for a learner's having chosen none", async () => {
  api.on(calls.updateReviewSettings, someSettings({ timeZone: 'Etc/UTC' }));
  const user = show();
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Time zone' }), 'UTC');
  await user.click(screen.getByRole('button', { name: 'Save Changes' }));
  await screen.findByText('Settings saved successfully');
  expect(sent()).toEqual([expect.objectContaining({ timeZone: 'Etc/UTC' })]);
});
