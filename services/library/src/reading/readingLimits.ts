import type { ProcessLimits } from '@lectern/service-kit';

export const readingLimits = {
  /** No tested text needs more than 220 MB. */
  heapMb: 420,
  /** The file, its unpacked content, and the heap. */
  residentBytes: 600_000_000,
  /** The readers stop after four seconds of CPU time. This limit is for what they cannot stop. */
  processorMilliseconds: 8_000,
  /** For a process that waits forever. On a busy machine, a good file takes many times its CPU time. */
  milliseconds: 60_000,
} as const satisfies ProcessLimits;
