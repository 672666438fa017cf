import type { GenerationProgress } from '@lectern/contracts';

/** The progress of one running call. */
export class CallProgress {
  readonly #show: (progress: GenerationProgress | undefined) => void;
  #latest: GenerationProgress = { state: 'waiting', made: 0, asked: 0 };

  constructor(show: (progress: GenerationProgress | undefined) => void) {
    this.#show = show;
    this.tell({});
  }

  tell(change: Partial<GenerationProgress>): void {
    this.#latest = { ...this.#latest, ...change };
    this.#show(this.#latest);
  }

  end(): void {
    this.#show(undefined);
  }
}

/** The progress of the calls in this process, by learner and key. */
export class RunningCalls {
  readonly #running = new Map<string, GenerationProgress>();

  progressOf(userId: string, key: string): GenerationProgress | undefined {
    return this.#running.get(`${userId} ${key}`);
  }

  /** Registers a call. Without a key its progress cannot be polled. */
  begin(userId: string, key: string | undefined): CallProgress {
    const id = `${userId} ${key ?? ''}`;
    return new CallProgress((progress) => {
      if (key === undefined) return;
      if (progress) this.#running.set(id, progress);
      else this.#running.delete(id);
    });
  }
}
