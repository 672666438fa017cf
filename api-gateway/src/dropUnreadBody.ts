import type { IncomingMessage } from 'node:http';
import { largestUpload } from '@lectern/contracts/body-limits';
import type { SlowClientGuard } from './SlowClientGuard.ts';

/** The minimum pace of a client whose body was refused, in bytes per second. */
const leastBytesPerSecond = 10_240;

/**
 * Reads and drops the rest of a body whose call was answered early, so that the client reads the answer. Disconnects a client that sends more than
 * the largest upload, or sends too slowly.
 */
export function dropUnreadBody(incoming: IncomingMessage, slowClients: SlowClientGuard): void {
  const { socket } = incoming;
  let bytesLeft = largestUpload;
  incoming.on('data', (chunk: Buffer) => {
    bytesLeft -= chunk.length;
    if (bytesLeft < 0) socket.destroy();
  });
  incoming.on('error', () => undefined);
  const stopWatching = slowClients.watch({
    bytes: () => socket.bytesRead,
    leastPerSecond: leastBytesPerSecond,
    cut: () => void socket.destroy(),
  });
  incoming.once('close', stopWatching);
}
