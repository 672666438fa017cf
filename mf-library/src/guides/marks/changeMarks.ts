import { calls, type Mark } from '@lectern/contracts';
import { call, isAbsent, queryClient } from '@lectern/platform';
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

const idOf = (change: MarkChange): string => (change.kind === 'put' ? change.mark._id : change.id);

const changed = (marks: readonly Mark[], change: MarkChange): Mark[] => {
  if (change.kind === 'remove') return marks.filter(({ _id }) => _id !== change.id);
  const { mark } = change;
  return marks.some(({ _id }) => _id === mark._id) ? marks.map((other) => (other._id === mark._id ? mark : other)) : [...marks, mark];
};

const inverseOf = (marks: readonly Mark[], change: MarkChange): MarkChange => {
  const id = idOf(change);
  const former = marks.find(({ _id }) => _id === id);
  return former ? { kind: 'put', mark: former } : { kind: 'remove', id };
};

/** The last call of each mark that is not answered. */
const lastCalls = new Map<string, Promise<unknown>>();

/** @returns the change as it was saved */
const send = async (guideId: string, change: MarkChange): Promise<MarkChange> => {
  const path = { id: guideId, markId: idOf(change) };
  if (change.kind === 'put') {
    const { _id, isLost: _isLost, ...body } = change.mark;
    return { kind: 'put', mark: await call(calls.updateMark, { path, body }) };
  }
  try {
    await call(calls.deleteMark, { path });
  } catch (error) {
    // Another page has removed it.
    if (!isAbsent(error)) throw error;
  }
  return change;
};

/**
 * Changes a mark: shown at once, rolled back when the call fails. Each call is about one mark, so that the marks of another page stay. Calls of one
 * mark go one after the other.
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
  const key = `${guideId} ${idOf(change)}`;
  const former = lastCalls.get(key) ?? Promise.resolve();
  const own = former.then(
    () => send(guideId, change),
    () => send(guideId, change),
  );
  lastCalls.set(key, own);
  try {
    const saved = await own;
    // A later change of this mark is in the cache, and not in this answer.
    if (lastCalls.get(key) === own) set(saved);
  } catch (error) {
    if (lastCalls.get(key) === own) set(back);
    throw error;
  } finally {
    if (lastCalls.get(key) === own) lastCalls.delete(key);
  }
};
