/**
 * How many values a message of pdf.js may hold: numbers, texts, lists and objects, with all that they hold. Drawings are sent in pieces of a thousand
 * operators, but a pattern and a letter that is drawn by operators are sent whole. Some 100,000 operators make so many values.
 */
const mostValues = 500_000;

/** Whether a message holds at most so many values. Counting stops there. The bytes of a typed array are one value. */
function holdsAtMost(message: unknown, most: number): boolean {
  const open: object[] = [];
  let count = 1;
  const take = (value: unknown): void => {
    count += 1;
    if (typeof value === 'object' && value !== null && !ArrayBuffer.isView(value)) open.push(value);
  };
  take(message);
  for (let next = open.pop(); next && count <= most; next = open.pop()) {
    if (Array.isArray(next)) {
      if (count + next.length > most) return false;
      next.forEach(take);
    } else if (next instanceof Map || next instanceof Set) {
      if (count + next.size > most) return false;
      next.forEach(take);
    } else {
      // One by one: a list of all values would take as long as the copy that is to be refused.
      for (const name in next) {
        if (count > most) return false;
        take((next as Record<string, unknown>)[name]);
      }
    }
  }
  return count <= most;
}

/** The marks of an answer in a message of pdf.js (its `CallbackKind`). */
const answers = { data: 1, error: 2 };

/** The error that the caller gets instead of an answer that is too large. Undefined for a message that is no answer. */
const refusalOf = (message: unknown, reason: RangeError): object | undefined =>
  typeof message === 'object' && message !== null && 'callback' in message && message.callback === answers.data
    ? { ...message, callback: answers.error, data: undefined, reason }
    : undefined;

type Listener = (event: { data: unknown }) => void;

/**
 * The port over which the two halves of pdf.js send messages to each other in one thread. Messages are copied, as between two threads. A message that is
 * too large is refused before it is copied: when a copy does not fit into the memory of a thread, Node ends the whole process.
 */
export class BoundedPort {
  private refused = false;
  private readonly listeners = new Set<Listener>();
  private readonly mostValues: number;

  constructor(most = mostValues) {
    this.mostValues = most;
  }

  addEventListener(_type: 'message', listener: Listener, { signal }: { signal?: AbortSignal } = {}): void {
    this.listeners.add(listener);
    signal?.addEventListener('abort', () => {
      this.removeEventListener('message', listener);
    });
  }

  removeEventListener(_type: 'message', listener: Listener): void {
    this.listeners.delete(listener);
  }

  /** Whether a message was refused since the last `takeRefusal`. */
  get hasRefused(): boolean {
    return this.refused;
  }

  /** The same as `hasRefused`, which it resets. */
  takeRefusal(): boolean {
    const { refused } = this;
    this.refused = false;
    return refused;
  }

  /** @throws RangeError for a message that is too large. An answer is replaced by an error instead: pdf.js would not notice one thrown here. */
  postMessage(message: unknown, transfer: ArrayBuffer[] = []): void {
    if (holdsAtMost(message, this.mostValues)) return this.send(structuredClone(message, { transfer }));
    this.refused = true;
    const reason = new RangeError('A message of pdf.js holds too many values.');
    const refusal = refusalOf(message, reason);
    if (!refusal) throw reason;
    this.send(refusal);
  }

  private send(data: unknown): void {
    // Asynchronous, as in pdf.js's own port: an error of a listener rejects a promise and is not thrown to the sender.
    void Promise.resolve().then(() => {
      for (const listener of [...this.listeners]) listener({ data });
    });
  }
}
