import { chooseTheme, readTheme } from './theme';

test('a theme is applied at once and kept; the system decides without one, and for an unknown value', () => {
  expect(readTheme()).toBe('system');
  chooseTheme('dark');
  expect(readTheme()).toBe('dark');
  expect(document.documentElement).toHaveAttribute('data-theme', 'dark');
  chooseTheme('system');
  expect(readTheme()).toBe('system');
  expect(document.documentElement).not.toHaveAttribute('data-theme');
  localStorage.setItem('lectern.theme', 'x');
  expect(readTheme()).toBe('system');
});
