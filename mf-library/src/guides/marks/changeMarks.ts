import { calls, type Mark } from '@lectern/contracts';
import { askBeforeUnload, call, isAbsent, queryClient } from '@lectern/platform';
import { marksKey } from '../../shared/libraryKeys';

/** Creates or replaces a mark. */
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

/** The pending calls of a mark. */
interface OpenCalls {
  last: Promise<MarkChange>;
  /** Rolls back to the state that the server last confirmed. The page may show a later one. */
  back: MarkChange;
}

/** Keyed by guide and mark. */
const openCalls = new Map<string, OpenCalls>();

/** @returns the change as saved by the service */
const send = async (guideId: string, change: MarkChange): Promise<MarkChange> => {
  const path = { id: guideId, markId: idOf(change) };
  if (change.kind === 'put') {
    const { _id, isLost: _isLost, ...body } = change.mark;
    return { kind: 'put', mark: await call(calls.updateMark, { path, body }) };
  }
  try {
    await call(calls.deleteMark, { path });
  } catch (error) {
    // Already removed in another tab or on another device.
    if (!isAbsent(error)) throw error;
  }
  return change;
};

/** Sends a change after the earlier calls of its mark have settled. */
const enqueue = (guideId: string, change: MarkChange, former: OpenCalls | undefined): Promise<MarkChange> => {
  const run = (): Promise<MarkChange> => send(guideId, change);
  return former ? former.last.then(run, run) : run();
};

/**
 * Changes a mark optimistically, and rolls it back if the call fails. Each call changes a single mark, so that it cannot overwrite marks
 * made on another page. Calls for the same mark are sent one after the other. If the last one fails, the mark returns to the state that the
 * server last confirmed.
 *
 * @throws the error of the call, after the rollback
 */
export const changeMarks = async (guideId: string, change: MarkChange): Promise<void> => {
  const queryKey = marksKey(guideId);
  await queryClient.cancelQueries({ queryKey });
  const before = queryClient.getQueryData<Mark[]>(queryKey);
  if (!before) return;
  const set = (next: MarkChange): void => {
    queryClient.setQueryData<Mark[]>(queryKey, (marks) => marks && changed(marks, next));
  };
  const key = `${guideId} ${idOf(change)}`;
  const former = openCalls.get(key);
  const own = enqueue(guideId, change, former);
  const open = former ?? { last: own, back: inverseOf(before, change) };
  open.last = own;
  openCalls.set(key, open);
  const stopAsking = askBeforeUnload();
  set(change);
  try {
    open.back = await own;
  } finally {
    stopAsking();
    // The cache may have a later change of this mark, which this response lacks.
    if (open.last === own) {
      openCalls.delete(key);
      set(open.back);
    }
  }
};
