import { placeMenu } from './placeMenu';

/** A window of 360 × 640. jsdom has no layout, so the sizes are given. */
const place = (anchor: { top: number; bottom: number; right: number }, side: 'top' | 'bottom', menuHeight: number) => {
  Object.defineProperties(document.documentElement, {
    clientWidth: { value: 360, configurable: true },
    clientHeight: { value: 640, configurable: true },
  });
  const menu = document.createElement('div');
  const sizes = { scrollHeight: menuHeight - 2, offsetHeight: menuHeight, clientHeight: menuHeight - 2, offsetWidth: 208 };
  for (const [name, value] of Object.entries(sizes)) Object.defineProperty(menu, name, { value });
  const button = document.createElement('button');
  jest.spyOn(button, 'getBoundingClientRect').mockReturnValue({ ...new DOMRect(), ...anchor });
  placeMenu(menu, button, side);
  const { top, bottom, right, maxHeight } = menu.style;
  return { top, bottom, right, maxHeight };
};

test('beside its button, their right edges in line', () => {
  expect(place({ top: 100, bottom: 136, right: 340 }, 'bottom', 150)).toEqual({
    top: '140px',
    bottom: 'auto',
    right: '20px',
    maxHeight: '420px',
  });
  expect(place({ top: 500, bottom: 536, right: 340 }, 'top', 150)).toEqual({
    top: 'auto',
    bottom: '144px',
    right: '20px',
    maxHeight: '420px',
  });
});

test('on the other side when there is no room', () => {
  expect(place({ top: 560, bottom: 600, right: 340 }, 'bottom', 150)).toMatchObject({ top: 'auto', bottom: '84px' });
  expect(place({ top: 20, bottom: 56, right: 340 }, 'top', 150)).toMatchObject({ top: '60px', bottom: 'auto' });
});

test('within the window: it is moved, and a long one is scrolled', () => {
  expect(place({ top: 100, bottom: 136, right: 60 }, 'bottom', 150).right).toBe('140px');
  expect(place({ top: 100, bottom: 136, right: 358 }, 'bottom', 150).right).toBe('12px');
  expect(place({ top: 300, bottom: 340, right: 340 }, 'bottom', 900)).toMatchObject({ top: '344px', maxHeight: '284px' });
});
