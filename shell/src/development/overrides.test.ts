import type { PageData, RegisteredRemote } from '../PageData';
import contract from '../contract.json';
import { applyOverrides, chooseReleased, overridesOf } from './overrides';

const manifest = { id: 'mf-study', contract: 1, routes: [], navigation: [], slots: [] };
const registered: RegisteredRemote = {
  id: 'mf-study',
  container: 'mf_study',
  entry: 'http://localhost:3003/v1/remoteEntry.js',
  integrity: 'sha384-abc',
  version: 'v1',
  manifest,
  isSplit: false,
};
const local = 'http://localhost:9103/remoteEntry.js';
const page = (change: Partial<PageData> = {}): PageData => ({
  apiUrl: '',
  supportEmail: '',
  registry: [registered],
  isSplit: false,
  contract,
  hasWorker: false,
  ...change,
});
const offering = page({ overrides: [{ id: 'mf-study', entry: local }] });

beforeEach(() => {
  localStorage.clear();
  history.replaceState(undefined, '', '/quizzes');
});

test('without overrides the page’s data is unchanged', () => {
  expect(overridesOf(page())).toEqual([]);
  expect(applyOverrides(page())).toEqual(page());
});

test('a stored override replaces the registered remote, and one click resets it', () => {
  localStorage.setItem('lectern:override:mf-study', local);
  expect(applyOverrides(page()).registry).toEqual([
    { ...registered, entry: local, integrity: '', version: 'development', isOverride: true },
  ]);
  chooseReleased('mf-study', true);
  expect(localStorage).toHaveLength(0);
  expect(overridesOf(page())).toEqual([]);
});

test('an override in the page’s address is stored', () => {
  history.replaceState(undefined, '', `/quizzes?lectern:override:mf-study=${encodeURIComponent(local)}`);
  expect(overridesOf(page())).toEqual([{ id: 'mf-study', entry: local, isUsed: true }]);
  expect(localStorage.getItem('lectern:override:mf-study')).toBe(local);
});

test('an offered override is used until the released remote is chosen, and can be chosen again', () => {
  expect(overridesOf(offering)).toEqual([{ id: 'mf-study', entry: local, isUsed: true }]);
  chooseReleased('mf-study', true, offering.overrides);
  expect(overridesOf(offering)).toEqual([{ id: 'mf-study', entry: local, isUsed: false }]);
  expect(applyOverrides(offering).registry).toEqual([registered]);
  chooseReleased('mf-study', false, offering.overrides);
  expect(overridesOf(offering)).toEqual([{ id: 'mf-study', entry: local, isUsed: true }]);
});

test('the manifest of the source goes before the registered one, and adds a remote that is not registered yet', () => {
  const newer = { ...manifest, navigation: [{ label: 'New', path: '/new', icon: 'x', order: 1 }] };
  const change = { overrides: [{ id: 'mf-study', entry: local, manifest: newer }] };
  expect(applyOverrides(page(change)).registry[0]?.manifest).toBe(newer);
  expect(applyOverrides(page({ registry: [], ...change })).registry).toEqual([
    expect.objectContaining({ id: 'mf-study', container: 'mf_study', entry: local, manifest: newer }),
  ]);
});

test('a stored value that is no address is ignored', () => {
  localStorage.setItem('lectern:override:mf-study', 'nonsense');
  expect(overridesOf(page())).toEqual([]);
});
