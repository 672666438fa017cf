import { focusMenuItem } from './focusMenuItem';

/** A menu from 100 to 300 with entries of 40 pixels. jsdom has no layout, so the places are given. */
const setUp = (scrollTop: number) => {
  const menu = document.createElement('div');
  menu.setAttribute('role', 'menu');
  menu.scrollTop = scrollTop;
  jest.spyOn(menu, 'getBoundingClientRect').mockReturnValue({ ...new DOMRect(), top: 100, bottom: 300 });
  const items = Array.from({ length: 10 }, (_, place) => {
    const item = document.createElement('div');
    item.tabIndex = -1;
    jest.spyOn(item, 'getBoundingClientRect').mockImplementation(() => {
      const top = 100 + place * 40 - menu.scrollTop;
      return { ...new DOMRect(), top, bottom: top + 40 };
    });
    return item;
  });
  menu.append(...items);
  document.body.append(menu);
  return { menu, items };
};

test.each([
  ['below the visible part', 0, 9, 204],
  ['above the visible part', 200, 1, 36],
  ['in the visible part', 100, 4, 100],
])('an entry %s is visible once it has the focus', (_, scrollTop, place, expected) => {
  const { menu, items } = setUp(scrollTop);
  const focus = jest.spyOn(items[place]!, 'focus');
  focusMenuItem(items[place]);
  expect(items[place]).toHaveFocus();
  expect(menu.scrollTop).toBe(expected);
  // The page does not scroll.
  expect(focus).toHaveBeenCalledWith({ preventScroll: true });
});
