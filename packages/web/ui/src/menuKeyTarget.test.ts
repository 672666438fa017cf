import { menuKeyTarget } from './menuKeyTarget';

const items = ['Select', 'Share', 'Delete'].map((text) => {
  const item = document.createElement('div');
  item.tabIndex = -1;
  item.textContent = text;
  document.body.append(item);
  return item;
});
const typed = { current: { text: '', at: 0 } };
const press = (key: string, timeStamp: number) => {
  const target = menuKeyTarget(items, { key, timeStamp }, typed);
  if (target?.action === 'focus') target.item.focus();
  return [target?.action, target?.item.textContent];
};

test('letters that follow each other are one text; after a second a letter begins anew', () => {
  expect(press('s', 5_000)).toEqual(['focus', 'Select']);
  expect(press('h', 5_900)).toEqual(['focus', 'Share']);
  expect(press('D', 6_900)).toEqual(['focus', 'Delete']);
  expect(press('x', 9_000)).toEqual([undefined, undefined]);
});

test('one letter several times goes through the entries that begin with it', () => {
  expect(press('s', 20_000)).toEqual(['focus', 'Select']);
  expect(press('s', 20_100)).toEqual(['focus', 'Share']);
  expect(press('s', 20_200)).toEqual(['focus', 'Select']);
});

test('Enter and Space choose the entry with the focus', () => {
  items[2]?.focus();
  expect(press('Enter', 30_000)).toEqual(['choose', 'Delete']);
  expect(press(' ', 30_000)).toEqual(['choose', 'Delete']);
  items[2]?.blur();
  expect(press('Enter', 30_000)).toEqual([undefined, undefined]);
});
