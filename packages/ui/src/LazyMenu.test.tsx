import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { LazyMenu, type LazyMenuProps, type LazyMenuState } from './LazyMenu';

const Surface = ({ opening }: LazyMenuState) => opening && <p>{opening.isKeyed ? 'the menu by keys' : 'the menu'}</p>;
const load = jest.fn(() => Promise.resolve(Surface));
const button = () => screen.getByRole('button', { name: 'More' });
const show = (loads: LazyMenuProps<object>['load'] = load) => {
  render(<LazyMenu load={loads} props={{}} button={<button type="button">More</button>} />);
  return userEvent.setup();
};

test('the code is loaded on hover or focus, and a press opens', async () => {
  const user = show();
  expect(load).not.toHaveBeenCalled();
  expect(button()).toHaveAttribute('aria-haspopup', 'menu');
  await user.hover(button());
  expect(load).toHaveBeenCalled();
  expect(screen.queryByText('the menu')).not.toBeInTheDocument();
  await user.click(button());
  expect(await screen.findByText('the menu')).toBeVisible();
  expect(button()).toHaveAttribute('aria-expanded', 'true');
  await user.click(button());
  expect(screen.queryByText('the menu')).not.toBeInTheDocument();
  expect(load).toHaveBeenCalledTimes(1);
});

test.each(['{Enter}', ' ', '{ArrowDown}'])('by the keyboard: %s', async (key) => {
  const user = show();
  await user.tab();
  expect(button()).toHaveFocus();
  await user.keyboard(key);
  expect(await screen.findByText('the menu by keys')).toBeVisible();
});

test('a failed load shows a message, keeps the focus, and the next press tries again', async () => {
  const logged = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const failure = Promise.reject<typeof Surface>(new Error('no network'));
  failure.catch(() => undefined);
  // The focus loads, too.
  const user = show(jest.fn(load).mockReturnValueOnce(failure).mockReturnValueOnce(failure));
  await user.tab();
  await user.keyboard('{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent('This did not load. Check your connection, then try again.');
  expect(button()).toHaveFocus();
  expect(logged).toHaveBeenCalledWith(new Error('no network'));
  await user.keyboard('{Enter}');
  expect(await screen.findByText('the menu by keys')).toBeVisible();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  logged.mockRestore();
});
