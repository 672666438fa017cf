/** The newest of some values, for one reader that takes them in its own time. A value that was not taken when the next one comes is skipped. */
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

  /** Ends after the last value. */
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
