import { freeLimits, installFakeApi, learner, premiumLimits, renderWithPlatform, type FakeApi } from '@lectern/platform/testing';
import { meterColor } from '@lectern/ui';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { UsageMeterSlot } from './usage-meter.slot';

let api: FakeApi;
beforeEach(() => {
  api = installFakeApi();
});
afterEach(() => {
  api.restore();
});

const show = (current: number): void => {
  const limits = freeLimits({ quizzes: { ...freeLimits().quizzes, current } });
  renderWithPlatform(<UsageMeterSlot thing="quizzes" />, { user: learner, limits });
};

test('§2 Usage meter: normal below 80 percent of the limit: the figures alone', () => {
  show(3);
  expect(screen.getByText('3 of 5')).toBeVisible();
  expect(screen.queryByText(/limit/)).not.toBeInTheDocument();
});

test("§2 Usage meter: near at 80 percent or more: 'You're near your' + type + 'limit. Consider upgrading.'", () => {
  show(4);
  expect(screen.getByText("You're near your quizzes limit. Consider upgrading.")).toBeVisible();
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});

test.each([5, 7])(
  "§2 Usage meter: reached at or above the limit (%i of 5): 'You've reached your' + type + 'limit. Upgrade to continue.' plus an Upgrade button",
  async (current) => {
    show(current);
    expect(screen.getByText(`${String(current)} of 5`)).toBeVisible();
    expect(screen.getByText("You've reached your quizzes limit. Upgrade to continue.")).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Upgrade' }));
    expect(screen.getByRole('dialog', { name: 'Upgrade to Premium' })).toBeInTheDocument();
  },
);

test.each([
  [79, 'normal', meterColor.good, undefined],
  [80, 'near', meterColor.near, "You're near your flashcards limit. Consider upgrading."],
  [99, 'near', meterColor.near, "You're near your flashcards limit. Consider upgrading."],
  [100, 'reached', meterColor.full, "You've reached your flashcards limit. Upgrade to continue."],
  [101, 'reached', meterColor.full, "You've reached your flashcards limit. Upgrade to continue."],
])('§9 Usage meter: %i of 100 is %s, with its colour and text', (current, _level, background, text) => {
  const flashcards = { ...freeLimits().flashcards, current, limit: 100 };
  renderWithPlatform(<UsageMeterSlot thing="flashcards" />, { user: learner, limits: freeLimits({ flashcards }) });
  const bar = screen.getByRole('progressbar', { name: `Flashcards: ${String(current)} of 100` });
  expect(getComputedStyle(bar.firstElementChild!).background).toBe(background);
  expect(screen.queryByText(/limit/)?.textContent).toBe(text);
  expect(screen.queryAllByRole('button', { name: 'Upgrade' })).toHaveLength(current >= 100 ? 1 : 0);
});

test.each([
  ['studyMaterials', 'Study materials', 'study materials'],
  ['flashcards', 'Flashcards', 'flashcards'],
  ['quizzes', 'Quizzes', 'quizzes'],
  ['folders', 'Folders', 'folders'],
] as const)('§2 Usage meter: per resource, here %s', (thing, label, type) => {
  const limits = freeLimits();
  limits[thing].current = limits[thing].limit!;
  renderWithPlatform(<UsageMeterSlot thing={thing} />, { user: learner, limits });
  expect(screen.getByText(label)).toBeVisible();
  expect(screen.getByText(`You've reached your ${type} limit. Upgrade to continue.`)).toBeVisible();
});

test("§2 Usage meter: premium shows 'Unlimited' where unlimited is allowed", () => {
  renderWithPlatform(<UsageMeterSlot thing="studyMaterials" />, { user: learner, limits: premiumLimits() });
  expect(screen.getByText('Study materials')).toBeVisible();
  expect(screen.getByText('Unlimited')).toBeVisible();
  expect(screen.queryByRole('progressbar')).not.toBeInTheDocument();
});
