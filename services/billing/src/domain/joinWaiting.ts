interface Line {
  running: Promise<void>;
  waiting?: Promise<void>;
}

/**
 * Runs one call of `work` at a time for the same arguments. Callers that come meanwhile share one waiting call: it begins after they came, so it
 * sees all changes up to then.
 * @param runShared - starts a waiting call: it must not run in the async context of the caller that waited first
 */
export function joinWaiting<Arguments extends readonly string[]>(
  work: (...given: Arguments) => Promise<void>,
  runShared: (start: () => Promise<void>) => Promise<void>,
): (...given: Arguments) => Promise<void> {
  const lines = new Map<string, Line>();
  return (...given) => {
    const key = JSON.stringify(given);
    const start = (): Promise<void> => {
      const line: Line = { running: work(...given) };
      lines.set(key, line);
      const end = (): void => {
        if (!line.waiting) lines.delete(key);
      };
      line.running.then(end, end);
      return line.running;
    };
    const line = lines.get(key);
    if (!line) return start();
    const startShared = (): Promise<void> => runShared(start);
    line.waiting ??= line.running.then(startShared, startShared);
    return line.waiting;
  };
}
