import { isRemoteId } from './Deployment.ts';

test.each(['mf-auth', 'mf-study-notes', 'mf-unit-2', 'mf-a1'])('%s is an id of a remote', (id) => {
  expect(isRemoteId(id)).toBe(true);
});

test.each(['', 'auth', 'mf-', 'mf--a', 'mf-a-', 'mf-a--b', 'mf-2', 'mf-Auth', 'mf-a_b', 'mf-a/b', 'mf-a\n'])('%j is none', (id) => {
  expect(isRemoteId(id)).toBe(false);
});
