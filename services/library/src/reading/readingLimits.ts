import type { ProcessLimits } from '@lectern/service-kit';

/** What reading a file may take at most. */
export const readingLimits = {
  /** The most that any tested text needs is 220 MB. */
  heapMb: 420,
  /** The file, what it unpacks, and the heap. */
  residentBytes: 600_000_000,
  /** The readers end themselves after four seconds of processor time. This limit is for what they cannot end. */
  processorMilliseconds: 8_000,
  /** For a process that waits for ever. A good file takes many times its processor time on a busy machine. */
  milliseconds: 60_000,
} as const satisfies ProcessLimits;
