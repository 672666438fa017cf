import type { TaskThreads } from '@lectern/service-kit/task-threads';
import type * as tasks from '../tasks.ts';

/** Threads for what grows with a deck or quiz. */
export type StudyThreads = TaskThreads<typeof tasks>;
