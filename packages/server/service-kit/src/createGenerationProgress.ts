import type { GenerationProgress } from '@lectern/contracts';

/** How far the calls have come that this process runs, by learner and key. */
export function createGenerationProgress() {
  const running = new Map<string, GenerationProgress>();
  const idOf = (userId: string, key: string): string => `${userId} ${key}`;
  return {
    of: (userId: string, key: string): GenerationProgress | undefined => running.get(idOf(userId, key)),
    /** Begins to tell of a call; without a key nobody asks for it. */
    begin(userId: string, key: string | undefined) {
      const id = key === undefined ? undefined : idOf(userId, key);
      let latest: GenerationProgress = { state: 'waiting', made: 0, asked: 0 };
      const tell = (change: Partial<GenerationProgress>): void => {
        latest = { ...latest, ...change };
        if (id !== undefined) running.set(id, latest);
      };
      tell({});
      return {
        tell,
        end: (): void => {
          if (id !== undefined) running.delete(id);
        },
      };
    },
  };
}
export type CallProgress = ReturnType<ReturnType<typeof createGenerationProgress>['begin']>;
