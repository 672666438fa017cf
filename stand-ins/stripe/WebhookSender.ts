import { createHmac } from 'node:crypto';
import type { Records } from './Records.ts';
import type { StripeEvent } from './stripeObjects.ts';

/** Options for webhook delivery. */
export interface WebhookSenderOptions {
  readonly records: Records;
  readonly url: string;
  readonly secret: string;
  /** The time in milliseconds since 1970. */
  readonly clock: () => number;
  /** Returns the pause after a number of failed attempts, in milliseconds. */
  readonly retryDelayMs: (failures: number) => number;
  /** Called if a success could not be stored. The attempt is then repeated. */
  readonly onProblem: (error: unknown) => void;
}

const answerWaitMs = 10_000;
/** Like Stripe, gives up on an event after three days. */
const giveUpMs = 3 * 86_400_000;

/** Returns the header `Stripe-Signature`: HMAC-SHA256 of "time.body". */
const signatureOf = (body: string, secret: string, seconds: number): string =>
  `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`;

/** Delivers events until they are accepted, including those of an earlier run. */
export class WebhookSender {
  readonly #options: WebhookSenderOptions;
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #stop = new AbortController();

  constructor(options: WebhookSenderOptions) {
    this.#options = options;
  }

  /** Delivers events. Resolves once all are accepted, on the first attempt or a retry. */
  async send(events: readonly StripeEvent[]): Promise<void> {
    await Promise.all(events.map((event) => new Promise<void>((accepted) => void this.#attempt(event, 0, accepted))));
  }

  /** Continues with the events that were not accepted in an earlier run. */
  resume(): void {
    const waiting = this.#options.records.list<StripeEvent>('event', { keep: (event) => event.pending_webhooks > 0 });
    void this.send(waiting?.data ?? []);
  }

  close(): void {
    this.#stop.abort();
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
  }

  async #attempt(event: StripeEvent, failures: number, accepted: () => void): Promise<void> {
    const { records, retryDelayMs, clock, onProblem } = this.#options;
    if (clock() - event.created * 1_000 > giveUpMs) return;
    try {
      const isAccepted = await this.#post(event);
      if (this.#stop.signal.aborted) return;
      if (isAccepted) {
        records.put('event', event.id, { ...event, pending_webhooks: 0 });
        accepted();
        return;
      }
    } catch (error) {
      onProblem(error);
    }
    const timer = setTimeout(
      () => {
        this.#timers.delete(timer);
        void this.#attempt(event, failures + 1, accepted);
      },
      retryDelayMs(failures + 1),
    ).unref();
    this.#timers.add(timer);
  }

  async #post(event: StripeEvent): Promise<boolean> {
    const { url, secret, clock } = this.#options;
    const body = JSON.stringify(event);
    const signature = signatureOf(body, secret, Math.floor(clock() / 1_000));
    try {
      const answer = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature },
        body,
        redirect: 'manual',
        signal: AbortSignal.any([this.#stop.signal, AbortSignal.timeout(answerWaitMs)]),
      });
      await answer.body?.cancel();
      return answer.ok;
    } catch {
      // A missing receiver, a timeout and the end of this process all count as a refusal.
      return false;
    }
  }
}
