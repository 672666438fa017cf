/** The newest of some values, for a reader that takes them in its own time: what it has not taken when the next one comes is skipped. */
export function createLatest<Value>() {
  let next: { value: Value } | undefined;
  let isOver = false;
  let wake: () => void = () => undefined;
  return {
    put(value: Value): void {
      if (isOver) return;
      next = { value };
      wake();
    },
    end(): void {
      isOver = true;
      wake();
    },
    /** Ends after the last value. Has one reader. */
    async *values(): AsyncGenerator<Value> {
      for (;;) {
        const taken = next;
        next = undefined;
        if (taken) yield taken.value;
        else if (isOver) return;
        else
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
      }
    },
  };
}
