import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A proxy before a part that can hold requests back, so that the part's caller is in the middle of its work for as long as a test needs. */
export interface HoldingProxy {
  origin: string;
  /** Where requests go. */
  forwardTo(origin: string): void;
  /** Holds the next request back whose path matches. `begun` resolves when it is there, `answered` with the status of its answer. */
  hold(path: RegExp): { begun: Promise<void>; answered: Promise<number>; release: () => void };
  stop(): Promise<void>;
}

export async function startHoldingProxy(): Promise<HoldingProxy> {
  let upstream = '';
  let held: { path: RegExp; begin: () => void; answer: (status: number) => void; released: Promise<void> } | undefined;
  const server = createServer((incoming, outgoing) => {
    const forward = (answered?: (status: number) => void): void => {
      const { method = 'GET', headers } = incoming;
      const sent = request(`${upstream}${incoming.url ?? '/'}`, { method, headers }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
        answered?.(answer.statusCode ?? 502);
      });
      sent.on('error', () => void outgoing.destroy());
      incoming.pipe(sent);
    };
    const holding = held?.path.test(incoming.url ?? '') ? held : undefined;
    if (!holding) {
      forward();
      return;
    }
    held = undefined;
    holding.begin();
    void holding.released.then(() => forward(holding.answer));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    forwardTo: (origin) => void (upstream = origin),
    hold(path) {
      const begun = Promise.withResolvers<void>();
      const answered = Promise.withResolvers<number>();
      const released = Promise.withResolvers<void>();
      held = { path, begin: () => begun.resolve(), answer: answered.resolve, released: released.promise };
      return { begun: begun.promise, answered: answered.promise, release: () => released.resolve() };
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
