interface Line {
  running: Promise<void>;
  waiting?: Promise<void>;
}

/**
 * Runs work one at a time per key. Callers that arrive during a run share a single next run, which starts after their arrival and therefore sees
 * every previous change.
 */
export class JoinedRuns {
  private readonly lines = new Map<string, Line>();
  private readonly startShared: (start: () => Promise<void>) => Promise<void>;

  /** @param startShared - starts a shared run, outside of the async context of the caller that happened to wait first */
  constructor(startShared: (start: () => Promise<void>) => Promise<void>) {
    this.startShared = startShared;
  }

  run(key: string, work: () => Promise<void>): Promise<void> {
    const line = this.lines.get(key);
    if (!line) return this.start(key, work);
    const startNext = (): Promise<void> => this.startShared(() => this.start(key, work));
    line.waiting ??= line.running.then(startNext, startNext);
    return line.waiting;
  }

  private start(key: string, work: () => Promise<void>): Promise<void> {
    const line: Line = { running: work() };
    this.lines.set(key, line);
    const end = (): void => {
      if (!line.waiting) this.lines.delete(key);
    };
    line.running.then(end, end);
    return line.running;
  }
}
