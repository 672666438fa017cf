import type { TaskThreads } from '@lectern/service-kit/task-threads';
import type * as tasks from './tasks.ts';

/** Threads for work that grows with a guide. */
export type LibraryThreads = TaskThreads<typeof tasks>;
