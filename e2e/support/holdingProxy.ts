import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The status of a response, or the reason for its absence. */
type Outcome = number | 'the caller gave up' | 'the part did not answer';

/** A proxy in front of a part that can hold requests, so that its caller stays in the middle of its work for as long as a test needs. */
export interface HoldingProxy {
  origin: string;
  /** Sets the origin that requests go to. */
  forwardTo(origin: string): void;
  /** Holds the next matching request that no earlier `hold` takes. `begun` resolves when it arrives, `answered` with its outcome. */
  hold(path: RegExp): { begun: Promise<void>; answered: Promise<Outcome>; release: () => void };
  stop(): Promise<void>;
}

export async function startHoldingProxy(): Promise<HoldingProxy> {
  let upstream = '';
  const holds: { path: RegExp; begin: () => void; answered: PromiseWithResolvers<Outcome>; released: Promise<void> }[] = [];
  const server = createServer((incoming, outgoing) => {
    const forward = (answered?: PromiseWithResolvers<Outcome>): void => {
      const { method = 'GET', headers } = incoming;
      const sent = request(`${upstream}${incoming.url ?? '/'}`, { method, headers }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
        answered?.resolve(answer.statusCode ?? 502);
      });
      sent.on('error', () => {
        outgoing.destroy();
        answered?.resolve('the part did not answer');
      });
      incoming.pipe(sent);
    };
    const index = holds.findIndex(({ path }) => path.test(incoming.url ?? ''));
    const [holding] = index < 0 ? [] : holds.splice(index, 1);
    if (!holding) {
      forward();
      return;
    }
    outgoing.once('close', () => holding.answered.resolve('the caller gave up'));
    holding.begin();
    void holding.released.then(() => forward(holding.answered));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    forwardTo: (origin) => void (upstream = origin),
    hold(path) {
      const begun = Promise.withResolvers<void>();
      const answered = Promise.withResolvers<Outcome>();
      const released = Promise.withResolvers<void>();
      holds.push({ path, begin: () => begun.resolve(), answered, released: released.promise });
      return { begun: begun.promise, answered: answered.promise, release: () => released.resolve() };
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
