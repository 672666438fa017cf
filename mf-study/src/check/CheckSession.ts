/** What the learner decided on an item. */
export type Verdict = 'kept' | 'dropped';

/** Items that are checked one at a time, in their order. */
export interface CheckSession {
  ids: readonly string[];
  /** Decisions, oldest first. */
  verdicts: readonly { id: string; verdict: Verdict }[];
}

export type CheckAction = { type: 'decide'; verdict: Verdict } | { type: 'undo' } | { type: 'finish' } | { type: 'putBack'; id: string };

/** Begins with all items. @param ids - those that an engine made */
export const startCheck = (ids: readonly string[]): CheckSession => ({ ids, verdicts: [] });

/** The item at hand; `undefined` at the end. */
export const currentId = ({ ids, verdicts }: CheckSession): string | undefined => ids[verdicts.length];

/** The latest decision, which can be undone. */
export const lastVerdict = ({ verdicts }: CheckSession): { id: string; verdict: Verdict } | undefined => verdicts.at(-1);

export const countDropped = ({ verdicts }: CheckSession): number => verdicts.filter(({ verdict }) => verdict === 'dropped').length;

/** The next state of a check. */
export const reduceCheck = (session: CheckSession, action: CheckAction): CheckSession => {
  const { ids, verdicts } = session;
  const id = currentId(session);
  switch (action.type) {
    case 'decide':
      return id === undefined ? session : { ids, verdicts: [...verdicts, { id, verdict: action.verdict }] };
    case 'undo':
      return { ids, verdicts: verdicts.slice(0, -1) };
    // What was not looked at is kept.
    case 'finish':
      return { ids, verdicts: [...verdicts, ...ids.slice(verdicts.length).map((each) => ({ id: each, verdict: 'kept' as const }))] };
    case 'putBack':
      return { ids, verdicts: verdicts.map((each) => (each.id === action.id ? { id: each.id, verdict: 'kept' } : each)) };
  }
};
