import { createServer, type AddressInfo, type Socket } from 'node:net';
import { randomFrom } from '@lectern/contracts';

/** A server that answers with random bytes. */
export interface GarbageServer {
  port: number;
  stop(): Promise<void>;
}

/** Size of each response. */
const answerBytes = 512;

/** Starts a server on a free port that sends random bytes on each connection and after each chunk that it receives. */
export async function startGarbageServer(seed = 1): Promise<GarbageServer> {
  const random = randomFrom(seed);
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    const answer = (): void => void socket.write(Buffer.from(Array.from({ length: answerBytes }, () => Math.floor(random() * 256))));
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    // The client closes the connection if it cannot parse the response.
    socket.on('error', () => undefined);
    socket.on('data', answer);
    answer();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
