import type { CheckId } from './CheckId.ts';
import type { Evidence } from './Evidence.ts';

/** One rule of docs/quality.md: a pure function of a draft and of what it cites. Several checks may share an id. */
export interface Check<Draft> {
  id: CheckId;
  fails: (draft: Draft, evidence: Evidence) => boolean;
}

/** The ids of the checks that a draft fails, each once; empty where it passes all. */
export const failedChecks = <Draft>(checks: readonly Check<Draft>[], draft: Draft, evidence: Evidence): CheckId[] => [
  ...new Set(checks.filter(({ fails }) => fails(draft, evidence)).map(({ id }) => id)),
];
