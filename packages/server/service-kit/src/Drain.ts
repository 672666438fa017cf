import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

export interface DrainTimes {
  /** The minimum time in which new requests are accepted, in milliseconds: until a load balancer has noticed that the part is not ready. */
  leastMs: number;
  /** How long new requests are accepted while a connection is open. The next answer on it says `connection: close`. */
  mostMs: number;
  /**
   * How long requests are still accepted while one that arrived before the drain is running, in milliseconds, so that a generation can finish.
   * Defaults to 0.
   */
  workMs?: number;
  /** How long requests in flight may take after that. */
  activeMs: number;
}

/** Returns whether a request was completely received, and its answer has not started. */
const isWorkedOn = (response: ServerResponse | undefined): boolean =>
  response !== undefined && response.req.complete && !response.headersSent;

const lookAgainMs = 20;
const mostTurns = 1_000;
const shortTurnMs = 0.5;
const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/**
 * Stops a server without failing a request. Closing it immediately would reset requests that are arriving on idle connections. Therefore every
 * answer first says `connection: close` while requests are still accepted, and then the port and the idle connections are closed.
 */
export class Drain {
  readonly #server: Server;
  /** The open connections with their latest answers. */
  readonly #connections = new Map<Socket, ServerResponse | undefined>();
  /** The number of connections accepted so far. */
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

  /** Whether the drain has started, so that the part is no longer ready. */
  get isDraining(): boolean {
    return this.#isDraining;
  }

  /** Resolves when no connection is left. @returns the number of connections that were closed forcibly after `activeMs` */
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
   * Resolves after a short turn of the event loop in which no new connection arrived. When the port closes, the system resets connections that the
   * process has not accepted yet.
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
    // An answer whose head was sent before the drain started keeps its connection alive.
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
