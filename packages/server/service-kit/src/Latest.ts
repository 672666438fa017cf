/** Passes values to one reader at the reader's pace. A value that was not read before the next one is skipped. */
export class Latest<Value> {
  #next: { value: Value } | undefined;
  #isOver = false;
  #wake: () => void = () => undefined;

  put(value: Value): void {
    if (this.#isOver) return;
    this.#next = { value };
    this.#wake();
  }

  end(): void {
    this.#isOver = true;
    this.#wake();
  }

  /** Yields the values, and ends after the last one. */
  async *values(): AsyncGenerator<Value> {
    for (;;) {
      const taken = this.#next;
      this.#next = undefined;
      if (taken) yield taken.value;
      else if (this.#isOver) return;
      else
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
    }
  }
}
