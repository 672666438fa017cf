/** The learner's decision on an item. */
export type Verdict = 'kept' | 'dropped';

/** Items to check one at a time, in order. */
export interface CheckSession {
  ids: readonly string[];
  /** Decisions, oldest first. */
  verdicts: readonly { id: string; verdict: Verdict }[];
}

export type CheckAction = { type: 'decide'; verdict: Verdict } | { type: 'undo' } | { type: 'finish' } | { type: 'putBack'; id: string };

/** @param ids - the ids of the generated items */
export const startCheck = (ids: readonly string[]): CheckSession => ({ ids, verdicts: [] });

/** The current item; `undefined` at the end. */
export const currentId = ({ ids, verdicts }: CheckSession): string | undefined => ids[verdicts.length];

/** The latest decision, which "Undo" reverts. */
export const lastVerdict = ({ verdicts }: CheckSession): { id: string; verdict: Verdict } | undefined => verdicts.at(-1);

export const countDropped = ({ verdicts }: CheckSession): number => verdicts.filter(({ verdict }) => verdict === 'dropped').length;

/** The state after an action. */
export const reduceCheck = (session: CheckSession, action: CheckAction): CheckSession => {
  const { ids, verdicts } = session;
  const id = currentId(session);
  switch (action.type) {
    case 'decide':
      return id === undefined ? session : { ids, verdicts: [...verdicts, { id, verdict: action.verdict }] };
    case 'undo':
      return { ids, verdicts: verdicts.slice(0, -1) };
    // Items without a decision are kept.
    case 'finish':
      return { ids, verdicts: [...verdicts, ...ids.slice(verdicts.length).map((each) => ({ id: each, verdict: 'kept' as const }))] };
    case 'putBack':
      return { ids, verdicts: verdicts.map((each) => (each.id === action.id ? { id: each.id, verdict: 'kept' } : each)) };
  }
};
