import { aliveGeneration, DomainError, isRunBy, stoppedGeneration, type Rest, type StoredGeneration } from '@lectern/service-kit';
import type { StudyContext } from '../StudyContext.ts';
import { changeOwned } from './changeOwned.ts';
import type { OwnedResource, ResourceChange, ResourceKind } from './OwnedResource.ts';

/** A quiz or deck that may still be generating items. */
export interface GeneratedResource extends OwnedResource {
  generation?: StoredGeneration | undefined;
}

/** Ends a change by a run that was stopped or replaced. */
class EndedRunError extends Error {}

/** A run that continues after the answer. */
export interface Run<T extends GeneratedResource, Result> {
  userId: string;
  id: string;
  runId: string;
  rest: Rest<Result>;
  /** Computes what a further state adds to the resource, and the new number of items. */
  added: (resource: T, result: Result, isWhole: boolean) => { change: ResourceChange<T>; made: number };
}

/** Adds the items that are generated after the answer, while the quiz or deck exists and its generation is not stopped. */
export function followGeneration<T extends GeneratedResource, Large extends Exclude<keyof T & string, keyof OwnedResource>, Result>(
  study: StudyContext,
  kind: ResourceKind<T, Large>,
  { userId, id, runId, rest, added }: Run<T, Result>,
): void {
  const { clock } = study;
  /** @returns `false` if the run must not change anything any more */
  const change = async (make: (resource: T, generation: StoredGeneration) => ResourceChange<T>): Promise<boolean> => {
    try {
      await changeOwned(study, kind, userId, id, (resource) => {
        if (!isRunBy(resource.generation, runId)) throw new EndedRunError();
        return make(resource, resource.generation);
      });
      return true;
    } catch (error) {
      if (error instanceof EndedRunError || (error instanceof DomainError && error.code === 'not_found')) return false;
      throw error;
    }
  };
  const withGeneration = (generation: StoredGeneration): ResourceChange<T> => ({ generation }) as ResourceChange<T>;
  study.content.follow(rest, {
    add: async (result, isWhole) => {
      let isOver = isWhole;
      const isThere = await change((resource, generation) => {
        const { change: own, made } = added(resource, result, isWhole);
        // A model may generate a few more items than requested, in case some are rejected.
        isOver ||= made >= generation.asked;
        const alive = aliveGeneration(generation, made, clock());
        return { ...own, ...withGeneration(isOver ? stoppedGeneration(alive, 'complete') : alive) };
      });
      return isThere && !isOver;
    },
    beat: () => change((_, generation) => withGeneration(aliveGeneration(generation, generation.made, clock()))),
    stopped: async () => void (await change((_, generation) => withGeneration(stoppedGeneration(generation, 'stopped')))),
  });
}

/** Returns the change that stops a running generation. */
export const stopGeneration = <T extends GeneratedResource>({ generation }: T): ResourceChange<T> =>
  (generation?.state === 'running' ? { generation: stoppedGeneration(generation, 'stopped') } : {}) as ResourceChange<T>;
