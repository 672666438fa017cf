/**
 * Maximum values in a message of pdf.js, nested ones included. Drawings are sent in chunks of a thousand operators, but patterns and
 * letters made of operators are sent whole; 100,000 operators have about as many values.
 */
const mostValues = 500_000;

/** Whether a message has at most `most` values; stops counting there. A typed array counts as one. */
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
      // `Object.values` would take as long as the copy that may be refused.
      for (const name in next) {
        if (count > most) return false;
        take((next as Record<string, unknown>)[name]);
      }
    }
  }
  return count <= most;
}

/** `CallbackKind` of pdf.js. */
const answers = { data: 1, error: 2 };

/** Returns the error to send instead of an oversized answer; `undefined` if the message is no answer. */
const refusalOf = (message: unknown, reason: RangeError): object | undefined =>
  typeof message === 'object' && message !== null && 'callback' in message && message.callback === answers.data
    ? { ...message, callback: answers.error, data: undefined, reason }
    : undefined;

type Listener = (event: { data: unknown }) => void;

/**
 * The port between the two halves of pdf.js in one thread. Messages are copied, as between threads. An oversized one is refused before it
 * is copied: Node ends the whole process if a copy does not fit into a thread's memory.
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

  /** Returns `hasRefused` and resets it. */
  takeRefusal(): boolean {
    const { refused } = this;
    this.refused = false;
    return refused;
  }

  /**
   * @throws RangeError for an oversized message. An oversized answer is replaced by an error, because pdf.js would not notice an exception.
   */
  postMessage(message: unknown, transfer: ArrayBuffer[] = []): void {
    if (holdsAtMost(message, this.mostValues)) return this.send(structuredClone(message, { transfer }));
    this.refused = true;
    const reason = new RangeError('A message of pdf.js holds too many values.');
    const refusal = refusalOf(message, reason);
    if (!refusal) throw reason;
    this.send(refusal);
  }

  private send(data: unknown): void {
    // Asynchronous like pdf.js's own port: an error in a listener rejects a promise and does not reach the sender.
    void Promise.resolve().then(() => {
      for (const listener of [...this.listeners]) listener({ data });
    });
  }
}
