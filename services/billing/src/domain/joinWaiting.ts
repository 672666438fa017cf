interface Line {
  running: Promise<void>;
  waiting?: Promise<void>;
}

/**
 * Lets one call of `work` run at a time for the same arguments, and at most one wait: who comes while one waits shares it, since it
 * has not begun and so will see everything that happened until now.
 */
export function joinWaiting<Arguments extends readonly string[]>(
  work: (...given: Arguments) => Promise<void>,
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
    line.waiting ??= line.running.then(start, start);
    return line.waiting;
  };
}
