import { calls, type Mark } from '@lectern/contracts';
import { call, queryClient } from '@lectern/platform';
import { marksKey } from '../../shared/libraryKeys';

/** A new mark, or another version of one. */
interface PutMark {
  kind: 'put';
  mark: Mark;
}
interface RemoveMark {
  kind: 'remove';
  id: string;
}
export type MarkChange = PutMark | RemoveMark;

const changed = (marks: readonly Mark[], change: MarkChange): Mark[] => {
  if (change.kind === 'remove') return marks.filter(({ _id }) => _id !== change.id);
  const { mark } = change;
  return marks.some(({ _id }) => _id === mark._id) ? marks.map((other) => (other._id === mark._id ? mark : other)) : [...marks, mark];
};

const inverseOf = (marks: readonly Mark[], change: MarkChange): MarkChange => {
  const id = change.kind === 'put' ? change.mark._id : change.id;
  const former = marks.find(({ _id }) => _id === id);
  return former ? { kind: 'put', mark: former } : { kind: 'remove', id };
};

/** The last call of each guide that is not answered. */
const lastCalls = new Map<string, Promise<unknown>>();

const send = async (guideId: string): Promise<Mark[]> => {
  const marks = queryClient.getQueryData<Mark[]>(marksKey(guideId)) ?? [];
  return call(calls.updateMarks, { path: { id: guideId }, body: marks.map(({ isLost: _isLost, ...mark }) => mark) });
};

/**
 * Changes a mark: shown at once, rolled back when the call fails. The call replaces the whole list, so calls of one guide go one after the other
 * and each sends the list as it stands then. Without a list in the cache nothing is changed, because the call would remove the unknown marks.
 *
 * @throws what the call throws, after the rollback
 */
export const changeMarks = async (guideId: string, change: MarkChange): Promise<void> => {
  const queryKey = marksKey(guideId);
  const before = queryClient.getQueryData<Mark[]>(queryKey);
  if (!before) return;
  await queryClient.cancelQueries({ queryKey });
  const set = (next: MarkChange): void => {
    queryClient.setQueryData<Mark[]>(queryKey, (marks) => marks && changed(marks, next));
  };
  const back = inverseOf(before, change);
  set(change);
  const former = lastCalls.get(guideId) ?? Promise.resolve();
  const own = former.then(
    () => send(guideId),
    () => send(guideId),
  );
  lastCalls.set(guideId, own);
  try {
    const saved = await own;
    // A later change is in the cache, and not in this answer.
    if (lastCalls.get(guideId) === own) queryClient.setQueryData(queryKey, saved);
  } catch (error) {
    set(back);
    throw error;
  } finally {
    if (lastCalls.get(guideId) === own) lastCalls.delete(guideId);
  }
};
