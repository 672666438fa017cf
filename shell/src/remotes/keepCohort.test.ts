import { signIn, signOut } from '@lectern/platform';
import { learner } from '@lectern/platform/testing';
import { cohortOf } from '@lectern/registry/cohort';
import { keepCohort } from './keepCohort';

test('a signed-in learner has the same cohort on every device, once the user is loaded', () => {
  document.cookie = 'cohort=1';
  keepCohort();
  expect(document.cookie).toBe('cohort=1');
  signIn('token', learner);
  expect(document.cookie).toBe(`cohort=${String(cohortOf(learner._id))}`);
  signIn('token', { ...learner, _id: 'user2', email: 'grace@example.org' });
  expect(document.cookie).toBe(`cohort=${String(cohortOf('user2'))}`);
  signOut();
  expect(document.cookie).toBe(`cohort=${String(cohortOf('user2'))}`);
});
