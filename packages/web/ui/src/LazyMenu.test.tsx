import { act, render, screen } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { LazyMenu, type LazyMenuProps, type LazyMenuState } from './LazyMenu';
import { MenuSurface } from './MenuSurface';

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
  // Focusing the button also starts a load.
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

describe('while the code is loading', () => {
  const showSlow = async () => {
    const code = Promise.withResolvers<typeof MenuSurface>();
    render(
      <>
        <LazyMenu load={() => code.promise} props={{ entries: [{ label: 'Delete' }] }} button={<button type="button">More</button>} />
        <input aria-label="Search" />
        <p>beside</p>
      </>,
    );
    const user = userEvent.setup();
    await user.click(button());
    expect(button()).toHaveAttribute('aria-expanded', 'true');
    const arrive = () =>
      act(async () => {
        code.resolve(MenuSurface);
        await code.promise;
      });
    return { user, arrive };
  };

  test('a learner who waits gets the menu', async () => {
    const { arrive } = await showSlow();
    await arrive();
    expect(await screen.findByRole('menu')).toHaveFocus();
  });

  test.each<[string, (user: UserEvent) => Promise<unknown>]>([
    ['a press into a field', (user) => user.click(screen.getByRole('textbox'))],
    ['a press beside', (user) => user.click(screen.getByText('beside'))],
    ['Tab', (user) => user.tab()],
  ])('%s gives the opening up', async (_, turnAway) => {
    const { user, arrive } = await showSlow();
    await turnAway(user);
    expect(button()).toHaveAttribute('aria-expanded', 'false');
    const focused = document.activeElement;
    await arrive();
    expect(screen.queryByRole('menu')).not.toBeInTheDocument();
    expect(document.activeElement).toBe(focused);
  });
});
