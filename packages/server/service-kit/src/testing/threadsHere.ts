import type { TaskThreads } from '../createTaskThreads.ts';

/** Runs the tasks of a module in this thread. */
export const threadsHere = <Module extends object>(tasks: Module): TaskThreads<Module> => ({
  // The module has a function of this name, by the types of `TaskThreads`.
  run: async (_userId, task, input) => (await (tasks[task as keyof Module] as (given: unknown) => unknown)(input)) as never,
  close: async () => undefined,
});
