import { calls, type Mark, type MarkWords } from '@lectern/contracts';
import { queryClient } from '@lectern/platform';
import { answer, installFakeApi, learner, renderWithPlatform } from '@lectern/platform/testing';
import { waitFor } from '@testing-library/react';
import { marksKey } from '../../shared/libraryKeys';
import { mark } from '../../shared/testing';
import { changeMarks } from './changeMarks';

let api: ReturnType<typeof installFakeApi>;
/** Calls are answered once it is resolved. */
let gate: PromiseWithResolvers<void>;
beforeEach(() => {
  api = installFakeApi();
  renderWithPlatform(<div />, { user: learner });
  gate = Promise.withResolvers();
});
afterEach(() => {
  api.restore();
  queryClient.clear();
});
const shown = () => queryClient.getQueryData<Mark[]>(marksKey('g1'));
const show = (marks: readonly Mark[]): void => {
  queryClient.setQueryData(marksKey('g1'), marks);
};
const put = (changes: Partial<Mark>): Promise<void> => changeMarks('g1', { kind: 'put', mark: mark(changes) });
/** Makes a change, and a second one while the first is shown but not yet answered. */
const both = async (first: () => Promise<void>, second: () => Promise<void>) => {
  const former = shown();
  const earlier = first();
  await waitFor(() => expect(shown()).not.toEqual(former));
  const later = second();
  gate.resolve();
  const ends = await Promise.allSettled([earlier, later]);
  return ends.map(({ status }) => status);
};
const refuse = async () => {
  await gate.promise;
  return answer(400, { code: 'invalid' });
};

test('a new highlight that fails twice in a row goes away', async () => {
  api.on(calls.updateMark, refuse);
  show([]);
  const ends = await both(
    () => put({ colour: 'pink' }),
    () => put({ colour: 'blue' }),
  );
  expect(ends).toEqual(['rejected', 'rejected']);
  expect(shown()).toEqual([]);
});

test('when a later change fails, the mark is as the earlier one saved it', async () => {
  api.on(calls.updateMark, async ({ body }: { body: unknown }) => {
    const words = body as MarkWords;
    await gate.promise;
    return words.colour === 'blue' ? refuse() : { ...mark(), ...words, note: 'as stored' };
  });
  show([mark()]);
  const ends = await both(
    () => put({ colour: 'pink' }),
    () => put({ colour: 'blue' }),
  );
  expect(ends).toEqual(['fulfilled', 'rejected']);
  expect(shown()).toEqual([mark({ colour: 'pink', note: 'as stored' })]);
});

test('a mark is back when its change and then its removal fail', async () => {
  api.on(calls.updateMark, refuse);
  api.on(calls.deleteMark, refuse);
  show([mark()]);
  const ends = await both(
    () => put({ colour: 'blue' }),
    () => changeMarks('g1', { kind: 'remove', id: mark()._id }),
  );
  expect(ends).toEqual(['rejected', 'rejected']);
  expect(shown()).toEqual([mark()]);
});

test('before the page is left the browser asks, while a call is not answered', async () => {
  const asks = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }));
  api.on(calls.updateMark, refuse);
  show([]);
  expect(asks()).toBe(false);
  const saving = put({ colour: 'pink' });
  await waitFor(() => expect(shown()).toHaveLength(1));
  expect(asks()).toBe(true);
  gate.resolve();
  await Promise.allSettled([saving]);
  expect(asks()).toBe(false);
});
