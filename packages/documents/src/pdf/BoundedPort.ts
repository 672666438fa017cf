/**
 * How many values a message of pdf.js may hold: numbers, texts, lists and objects, with all that they hold. Drawings are sent in pieces of a thousand
 * operators, but a pattern and a letter that is drawn by operators are sent whole. Some 100,000 operators make so many values.
 */
const mostValues = 500_000;

/** Whether a message holds at most so many values. The work ends there. The bytes of a typed array are one value. */
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
    } else if (next instanceof Map || next instanceof Set) next.forEach(take);
    else Object.values(next).forEach(take);
  }
  return count <= most;
}

/**
 * The port over which the two halves of pdf.js send messages to each other in one thread. Messages are copied, as between two threads. A message that is
 * too large is refused before: where a copy does not fit into the memory of a thread, Node ends the whole process.
 */
export class BoundedPort extends EventTarget {
  private refused = false;
  private readonly mostValues: number;

  constructor(most = mostValues) {
    super();
    this.mostValues = most;
  }

  /** Whether a message was refused since the last refusal was taken. */
  get hasRefused(): boolean {
    return this.refused;
  }

  /** Whether a message was refused; from now on none was. */
  takeRefusal(): boolean {
    const { refused } = this;
    this.refused = false;
    return refused;
  }

  /** @throws RangeError for a message that is too large */
  postMessage(message: unknown, transfer: ArrayBuffer[] = []): void {
    if (!holdsAtMost(message, this.mostValues)) {
      this.refused = true;
      throw new RangeError('A message of pdf.js holds too many values.');
    }
    const data: unknown = structuredClone(message, { transfer });
    queueMicrotask(() => this.dispatchEvent(new MessageEvent('message', { data })));
  }
}
