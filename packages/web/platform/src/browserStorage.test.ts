import { browserStorage } from './browserStorage';

afterEach(() => {
  jest.restoreAllMocks();
  localStorage.clear();
  sessionStorage.clear();
});

const { local, session } = browserStorage;

test('keeps texts and JSON, apart for the browser and for the tab', () => {
  local.write('name', 'Ada');
  session.writeJson('place', { index: 3 });
  expect([local.read('name'), session.read('name')]).toEqual(['Ada', undefined]);
  expect(session.readJson('place')).toEqual({ index: 3 });
  expect([local.keys(), session.keys()]).toEqual([['name'], ['place']]);
  local.remove('name');
  expect(local.read('name')).toBeUndefined();
});

test('what is not JSON reads as nothing', () => {
  localStorage.setItem('place', '{');
  expect(local.readJson('place')).toBeUndefined();
  expect(local.readJson('absent')).toBeUndefined();
});

test('a key is lacking only where storage can be read', () => {
  expect(local.lacks('name')).toBe(true);
  local.write('name', '');
  expect(local.lacks('name')).toBe(false);
  jest.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new DOMException('forbidden', 'SecurityError');
  });
  expect(local.lacks('other')).toBe(false);
});

test('storage that is forbidden or full makes no error', () => {
  for (const method of ['getItem', 'setItem', 'removeItem'] as const)
    jest.spyOn(Storage.prototype, method).mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
  local.write('name', 'Ada');
  local.remove('name');
  expect([local.read('name'), local.readJson('name')]).toEqual([undefined, undefined]);
});
