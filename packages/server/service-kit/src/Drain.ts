import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

export interface DrainTimes {
  /** The least time in which new requests are accepted, in milliseconds: until a load balancer has seen that the part is not ready. */
  leastMs: number;
  /** How long they are accepted while a connection is open. The next answer on it says `connection: close`. */
  mostMs: number;
  /**
   * How long they are accepted while a request that was received before the drain is being answered, in milliseconds, so that a generation can
   * finish. Left out: no such request is awaited.
   */
  workMs?: number;
  /** How long requests in flight may take after that. */
  activeMs: number;
}

/** The request came in whole, and its answer has not begun. */
const isWorkedOn = (response: ServerResponse | undefined): boolean =>
  response !== undefined && response.req.complete && !response.headersSent;

const lookAgainMs = 20;
const mostTurns = 1_000;
const shortTurnMs = 0.5;
const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/**
 * Stops a server without failing a request. Closing it at once would reset requests that are arriving on idle connections. So every answer
 * says `connection: close` first while requests are still accepted, and then the port and the idle connections are closed.
 */
export class Drain {
  readonly #server: Server;
  /** Open connections with their latest answer. */
  readonly #connections = new Map<Socket, ServerResponse | undefined>();
  /** Connections that were ever accepted. */
  #accepted = 0;
  #isDraining = false;

  constructor(server: Server) {
    this.#server = server;
    server.on('connection', (socket) => {
      this.#accepted += 1;
      this.#connections.set(socket, undefined);
      socket.once('close', () => this.#connections.delete(socket));
    });
    server.prependListener('request', (request, response) => {
      if (this.#isDraining) response.setHeader('connection', 'close');
      this.#connections.set(request.socket, response);
    });
  }

  /** Whether the drain has begun: the part is not ready any more. */
  get isDraining(): boolean {
    return this.#isDraining;
  }

  /** Resolves when no connection is left. @returns the number of connections that were cut off after `activeMs` */
  async drain({ leastMs, mostMs, workMs = 0, activeMs }: DrainTimes): Promise<number> {
    this.#isDraining = true;
    const connections = this.#connections;
    for (const response of connections.values()) if (response && !response.headersSent) response.setHeader('connection', 'close');
    const begun = performance.now();
    const passed = () => performance.now() - begun;
    const isOpen = () => passed() < mostMs && (passed() < leastMs || connections.size > 0);
    const works = [...connections.values()].filter(isWorkedOn);
    const isWorking = () => passed() < workMs && works.some((response) => isWorkedOn(response) && !response?.destroyed);
    while (isOpen() || isWorking()) await pause(lookAgainMs);
    await this.#awaitArrivals();
    return this.#close(activeMs);
  }

  /**
   * Connections that wait to be taken while the port is closed are reset by the system, so it is closed after a short turn of the event loop that
   * found none.
   */
  async #awaitArrivals(): Promise<void> {
    for (let turn = 0; turn < mostTurns; turn++) {
      const before = { accepted: this.#accepted, at: performance.now() };
      await new Promise<void>((resolve) => setImmediate(resolve));
      if (this.#accepted === before.accepted && performance.now() - before.at < shortTurnMs) return;
    }
  }

  async #close(activeMs: number): Promise<number> {
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    // An answer whose head was sent before the drain began keeps its connection alive.
    const closing = setInterval(() => this.#server.closeIdleConnections(), lookAgainMs);
    let cut = 0;
    const cutting = setTimeout(() => {
      cut = this.#connections.size;
      this.#server.closeAllConnections();
    }, activeMs);
    await closed;
    clearInterval(closing);
    clearTimeout(cutting);
    return cut;
  }
}
