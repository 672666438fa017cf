import { render, screen } from '@testing-library/react';
import { meterColor } from './ProgressBar';
import { UsageBar, usageLevel } from './UsageBar';

test.each([
  [0, 5, 'normal'],
  [3, 5, 'normal'],
  [79, 100, 'normal'],
  [4, 5, 'near'],
  [80, 100, 'near'],
  [99, 100, 'near'],
  [5, 5, 'reached'],
  [6, 5, 'reached'],
  [0, 0, 'reached'],
  [1_000, undefined, 'normal'],
])('§9 Usage meter: near at 80 percent, reached at 100 percent: %d of %p is %s', (current, limit, level) => {
  expect(usageLevel(current, limit)).toBe(level);
});

test.each([
  [3, 5, '60', meterColor.good],
  [4, 5, '80', meterColor.near],
  [5, 5, '100', meterColor.full],
  [7, 5, '100', meterColor.full],
  [0, 0, '100', meterColor.full],
])(
  '§2 Usage meter: bars are red at or above the limit, yellow at 80% or more, otherwise green: %d of %d',
  (current, limit, percent, colour) => {
    render(<UsageBar label="Quizzes" current={current} limit={limit} note="a note" />);
    const words = `${String(current)} of ${String(limit)}`;
    expect(screen.getByText(words)).toBeVisible();
    const bar = screen.getByRole('progressbar', { name: `Quizzes: ${words}` });
    expect(bar).toHaveAttribute('aria-valuenow', percent);
    expect(getComputedStyle(bar.firstElementChild!).background).toBe(colour);
    expect(screen.getByText('a note')).toBeVisible();
  },
);

test("§2 Usage meter: 'Unlimited' where unlimited is allowed", () => {
  render(<UsageBar label="Quizzes" current={40} limit={undefined} />);
  expect(screen.getByText('Unlimited')).toBeVisible();
  expect(screen.queryByRole('progressbar')).not.toBeInTheDocument();
});
