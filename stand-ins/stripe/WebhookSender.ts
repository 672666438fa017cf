import { createHmac } from 'node:crypto';
import type { Records } from './Records.ts';
import type { StripeEvent } from './shapes.ts';

/** Options of the delivery of webhooks. */
export interface WebhookSenderOptions {
  readonly records: Records;
  readonly url: string;
  readonly secret: string;
  readonly clock: () => number;
  /** The pause after the given number of failed attempts, in milliseconds. */
  readonly retryDelayMs: (failures: number) => number;
  /** Called when the outcome of an attempt could not be stored. The attempt is repeated. */
  readonly onProblem: (error: unknown) => void;
}

interface Delivery {
  readonly id: string;
  readonly failures: number;
}

const ANSWER_WAIT_MS = 10_000;
/** Like Stripe, events are given up after three days. */
const GIVE_UP_MS = 3 * 86_400_000;

/** The header `Stripe-Signature` of a body: HMAC-SHA256 over "time.body", by Stripe's documented scheme. */
function signatureHeader(body: string, secret: string, seconds: number): string {
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`;
}

/** Delivers events until each is accepted, also those of an earlier run. */
export class WebhookSender {
  readonly #options: WebhookSenderOptions;
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #stop = new AbortController();

  constructor(options: WebhookSenderOptions) {
    this.#options = options;
  }

  /** Stores that an event is to be delivered. Call it in the transaction that creates the event. */
  add(event: StripeEvent): void {
    const delivery: Delivery = { id: event.id, failures: 0 };
    this.#options.records.put('delivery', event.id, delivery, { due: this.#options.clock() });
  }

  /** Delivers events. Resolves when each was accepted, at the first attempt or a later one. */
  async send(events: readonly StripeEvent[]): Promise<void> {
    await Promise.all(events.map((event) => new Promise<void>((accepted) => void this.#attempt({ id: event.id, failures: 0 }, accepted))));
  }

  /** Continues with the deliveries of an earlier run. */
  resume(): void {
    for (const delivery of this.#options.records.due<Delivery>('delivery', Number.MAX_SAFE_INTEGER))
      void this.#attempt(delivery, () => undefined);
  }

  close(): void {
    this.#stop.abort();
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
  }

  async #attempt(delivery: Delivery, accepted: () => void): Promise<void> {
    const next: Delivery = { id: delivery.id, failures: delivery.failures + 1 };
    try {
      const result = await this.#deliver(delivery, next);
      if (result === 'accepted') accepted();
      if (result === 'refused') this.#retryLater(next, accepted);
    } catch (error) {
      this.#options.onProblem(error);
      if (!this.#stop.signal.aborted) this.#retryLater(next, accepted);
    }
  }

  async #deliver({ id }: Delivery, next: Delivery): Promise<'accepted' | 'refused' | 'over'> {
    const { records, retryDelayMs, clock } = this.#options;
    const event = records.get<StripeEvent>('event', id);
    if (!event || clock() - event.created * 1_000 > GIVE_UP_MS) {
      records.delete('delivery', id);
      return 'over';
    }
    const good = await this.#post(event);
    if (this.#stop.signal.aborted) return 'over';
    if (good) {
      records.put('event', event.id, { ...event, pending_webhooks: 0 });
      records.delete('delivery', event.id);
      return 'accepted';
    }
    records.put('delivery', id, next, { due: clock() + retryDelayMs(next.failures) });
    return 'refused';
  }

  #retryLater(next: Delivery, accepted: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      void this.#attempt(next, accepted);
    }, this.#options.retryDelayMs(next.failures));
    timer.unref();
    this.#timers.add(timer);
  }

  async #post(event: StripeEvent): Promise<boolean> {
    const { url, secret, clock } = this.#options;
    const body = JSON.stringify(event);
    try {
      const answer = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'stripe-signature': signatureHeader(body, secret, Math.floor(clock() / 1_000)),
          'user-agent': 'Stripe/1.0 (local stand-in)',
        },
        body,
        redirect: 'manual',
        signal: AbortSignal.any([this.#stop.signal, AbortSignal.timeout(ANSWER_WAIT_MS)]),
      });
      await answer.body?.cancel();
      return answer.ok;
    } catch {
      // No receiver, a timeout or our own end: handled like a refusal.
      return false;
    }
  }
}
