import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Menu } from './Menu';
import { MenuItem, MenuPopup } from './MenuPopup';
import { media } from './tokens';

const remove = jest.fn();
const add = jest.fn();
const pressBeside = jest.fn();
const show = () => {
  render(
    <>
      <button type="button" onClick={pressBeside}>
        beside
      </button>
      <Menu
        title="Cell respiration"
        entries={[
          { label: 'Add to Folder', entries: [{ label: 'Biology', onSelect: add }] },
          { label: 'Move to', entries: [], emptyText: 'No folders yet' },
          { label: 'Locked', isDisabled: true, onSelect: remove },
          { label: 'Delete', isDestructive: true, onSelect: remove },
        ]}
      />
      <p>outside</p>
    </>,
  );
  return userEvent.setup();
};
/** A window of a phone's width. */
const narrow = (): void => {
  const plain = matchMedia;
  jest.spyOn(globalThis, 'matchMedia').mockImplementation((query) => ({ ...plain(query), matches: query === media.small }));
};
afterEach(() => {
  jest.clearAllMocks();
  jest.restoreAllMocks();
});
const trigger = () => screen.getByRole('button', { name: 'Options for Cell respiration' });

test('§2 Study guide list: a card options menu opens on click', async () => {
  const user = show();
  expect(screen.queryByRole('menu')).not.toBeInTheDocument();
  await user.click(trigger());
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual(['Add to Folder', 'Move to', 'Locked', 'Delete']);
  await user.click(screen.getByRole('menuitem', { name: 'Delete' }));
  expect(remove).toHaveBeenCalledTimes(1);
  expect(screen.queryByRole('menu')).not.toBeInTheDocument();
});

test('§2 Study guide list: the card options menu closes on an outside click, and on Escape', async () => {
  const user = show();
  await user.click(trigger());
  await user.click(screen.getByText('outside'));
  expect(screen.queryByRole('menu')).not.toBeInTheDocument();
  await user.click(trigger());
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('menu')).not.toBeInTheDocument();
  expect(trigger()).toHaveFocus();
  expect(remove).not.toHaveBeenCalled();
});

test('an entry opens a list of its own', async () => {
  const user = show();
  await user.click(trigger());
  await user.keyboard('{ArrowDown}');
  expect(screen.getByRole('menuitem', { name: 'Add to Folder' })).toHaveFocus();
  await user.keyboard('{ArrowRight}');
  expect(await screen.findByRole('menuitem', { name: 'Biology' })).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(add).toHaveBeenCalledTimes(1);
});

test('an empty list says so', async () => {
  const user = show();
  await user.click(trigger());
  await user.click(screen.getByRole('menuitem', { name: 'Move to' }));
  expect(await screen.findByText('No folders yet')).toBeVisible();
});

test('a disabled entry does nothing', async () => {
  const user = show();
  await user.click(trigger());
  const locked = screen.getByRole('menuitem', { name: 'Locked' });
  expect(locked).toHaveAttribute('aria-disabled', 'true');
  await userEvent.setup({ pointerEventsCheck: 0 }).click(locked);
  expect(remove).not.toHaveBeenCalled();
});

test.each(['a phone', 'a desk'])('on %s a list takes the place of the entries, and leads back', async (size) => {
  if (size === 'a phone') narrow();
  const user = show();
  await user.click(trigger());
  expect(screen.getByRole('menu')).toHaveTextContent(size === 'a phone' ? /^Cell respiration/ : /^Add to Folder/);
  await user.click(screen.getByRole('menuitem', { name: 'Add to Folder' }));
  expect(screen.getAllByRole('menu')).toHaveLength(1);
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual(['Back', 'Biology']);
  expect(screen.getByRole('menuitem', { name: 'Biology' })).toHaveFocus();
  await user.click(screen.getByRole('menuitem', { name: 'Back' }));
  await user.click(screen.getByRole('menuitem', { name: 'Move to' }));
  expect(screen.getByText('No folders yet')).toBeVisible();
  await user.click(screen.getByRole('menuitem', { name: 'Back' }));
  await user.click(screen.getByRole('menuitem', { name: 'Add to Folder' }));
  await user.click(screen.getByRole('menuitem', { name: 'Biology' }));
  expect(add).toHaveBeenCalledTimes(1);
  expect(screen.queryByRole('menu')).not.toBeInTheDocument();
});

test('on a phone a press beside the sheet closes it', async () => {
  narrow();
  const user = userEvent.setup({ pointerEventsCheck: 0 });
  show();
  await user.click(trigger());
  await user.click(screen.getByRole('menu').previousElementSibling!);
  expect(screen.queryByRole('menu')).not.toBeInTheDocument();
  expect(remove).not.toHaveBeenCalled();
});

test('a finger opens the menu when it is lifted, and closes it', async () => {
  const user = show();
  await user.pointer({ keys: '[TouchA>]', target: trigger() });
  expect(screen.queryByRole('menu')).not.toBeInTheDocument();
  await user.pointer({ keys: '[/TouchA]', target: trigger() });
  expect(await screen.findByRole('menu')).toBeVisible();
  await user.pointer({ keys: '[TouchA]', target: trigger() });
  expect(screen.queryByRole('menu')).not.toBeInTheDocument();
});

test('a finger beside the menu closes it and presses nothing; a mouse does both', async () => {
  const user = show();
  const beside = screen.getByRole('button', { name: 'beside' });
  await user.click(trigger());
  await user.pointer({ keys: '[TouchA]', target: beside });
  expect(screen.queryByRole('menu')).not.toBeInTheDocument();
  expect(pressBeside).not.toHaveBeenCalled();
  await user.pointer({ keys: '[TouchA]', target: beside });
  expect(pressBeside).toHaveBeenCalledTimes(1);
  await user.click(trigger());
  await user.click(beside);
  expect(screen.queryByRole('menu')).not.toBeInTheDocument();
  expect(pressBeside).toHaveBeenCalledTimes(2);
});

test('the wheel does not scroll the page behind a sheet', async () => {
  narrow();
  const user = show();
  await user.click(trigger());
  const sheet = screen.getByRole('menu');
  // False: the browser does nothing of its own.
  expect(fireEvent.wheel(sheet.previousElementSibling!)).toBe(false);
  expect(fireEvent.wheel(sheet)).toBe(false);
  jest.spyOn(sheet, 'scrollHeight', 'get').mockReturnValue(400);
  expect(fireEvent.wheel(sheet)).toBe(true);
  await user.keyboard('{Escape}');
  expect(fireEvent.wheel(document.body)).toBe(true);
});

test('keys move the focus, also by the first letters; the focus stays in the menu', async () => {
  const user = show();
  trigger().focus();
  const press = async (keys: string, name: string) => {
    await user.keyboard(keys);
    expect(await screen.findByRole('menuitem', { name })).toHaveFocus();
  };
  await press('{ArrowDown}', 'Add to Folder');
  await press('{ArrowUp}', 'Delete');
  await press('{ArrowDown}', 'Add to Folder');
  await press('{End}', 'Delete');
  await press('{Home}', 'Add to Folder');
  await press('{ArrowDown}', 'Move to');
  // Keys reach "Locked", although it cannot be chosen.
  await press('{ArrowDown}', 'Locked');
  await press('{Enter}', 'Locked');
  expect(remove).not.toHaveBeenCalled();
  await press('{Home}l', 'Locked');
  await press('{ArrowDown}', 'Delete');
  await press('{ArrowLeft}', 'Delete');
  await press('{ArrowUp}{ArrowUp}{ArrowRight}', 'No folders yet');
  await press('{ArrowLeft}', 'Move to');
  await user.keyboard('{Tab}');
  expect(screen.queryByRole('menu')).not.toBeInTheDocument();
});

test('a pointer moves the focus to the entry under it', async () => {
  const user = show();
  await user.click(trigger());
  expect(screen.getByRole('menu')).toHaveFocus();
  await user.hover(screen.getByRole('menuitem', { name: 'Delete' }));
  expect(screen.getByRole('menuitem', { name: 'Delete' })).toHaveFocus();
  await user.unhover(screen.getByRole('menuitem', { name: 'Delete' }));
  expect(screen.getByRole('menu')).toHaveFocus();
});

/** A button at the lower edge of a window of 1,000 × 600, and a menu of 40 pixels an entry. jsdom has no layout. */
const layOut = () => {
  const { prototype } = HTMLElement;
  jest.spyOn(document.documentElement, 'clientWidth', 'get').mockReturnValue(1_000);
  jest.spyOn(document.documentElement, 'clientHeight', 'get').mockReturnValue(600);
  jest.spyOn(Element.prototype, 'scrollHeight', 'get').mockImplementation(function height(this: Element) {
    return this.querySelectorAll('[role=menuitem]').length * 40;
  });
  const box = { ...new DOMRect(), top: 450, bottom: 486, left: 900, right: 936 };
  jest.spyOn(prototype, 'getBoundingClientRect').mockImplementation(() => box);
  return box;
};

test('the menu takes its place again when another list is shown', async () => {
  layOut();
  const user = show();
  await user.click(trigger());
  // Four entries have no room below the button, two have.
  expect(screen.getByRole('menu').style).toMatchObject({ top: 'auto', bottom: '154px' });
  await user.click(screen.getByRole('menuitem', { name: 'Add to Folder' }));
  await waitFor(() => expect(screen.getByRole('menu').style).toMatchObject({ top: '490px', bottom: 'auto' }));
  await user.click(screen.getByRole('menuitem', { name: 'Back' }));
  await waitFor(() => expect(screen.getByRole('menu').style).toMatchObject({ top: 'auto', bottom: '154px' }));
});

test('the menu follows its button while the page is scrolled, and closes when the button leaves the window', async () => {
  const box = layOut();
  const user = show();
  await user.click(trigger());
  Object.assign(box, { top: 100, bottom: 136 });
  fireEvent.scroll(document);
  expect(screen.getByRole('menu').style).toMatchObject({ top: '140px', bottom: 'auto' });
  Object.assign(box, { top: -40, bottom: -4 });
  fireEvent.scroll(document);
  expect(screen.queryByRole('menu')).not.toBeInTheDocument();
  expect(trigger()).toHaveFocus();
});

test('a disabled link leads nowhere', () => {
  const close = jest.fn();
  render(
    <MenuPopup anchor={document.body} isKeyed onShown={jest.fn()} onClose={close}>
      <MenuItem as="a" isDisabled>
        Settings
      </MenuItem>
    </MenuPopup>,
  );
  expect(screen.getByRole('menuitem')).toHaveFocus();
  // False: the browser does nothing of its own.
  expect(fireEvent.click(screen.getByRole('menuitem'))).toBe(false);
  expect(close).not.toHaveBeenCalled();
});

test.each(['Enter', ' '])('a held key chooses nothing until it is released: %j', async (key) => {
  const user = show();
  trigger().focus();
  await user.keyboard('{ArrowDown}{End}');
  const last = screen.getByRole('menuitem', { name: 'Delete' });
  fireEvent.keyDown(last, { key, repeat: true });
  expect(last).toHaveFocus();
  expect(remove).not.toHaveBeenCalled();
  fireEvent.keyUp(last, { key });
  fireEvent.keyDown(last, { key });
  expect(remove).toHaveBeenCalledTimes(1);
  // The focus is on the button again. False: the browser does not press it.
  expect(fireEvent.keyDown(trigger(), { key: 'Enter', repeat: true })).toBe(false);
});
