import type { CheckId } from './CheckId.ts';
import type { Evidence } from './Evidence.ts';

/** A rule of docs/quality.md, as a pure function of a draft and its evidence. Several checks may share an id. */
export interface Check<Draft> {
  id: CheckId;
  fails: (draft: Draft, evidence: Evidence) => boolean;
}

/** The ids of the failed checks, without duplicates. */
export const failedChecks = <Draft>(checks: readonly Check<Draft>[], draft: Draft, evidence: Evidence): CheckId[] => [
  ...new Set(checks.filter(({ fails }) => fails(draft, evidence)).map(({ id }) => id)),
];
