import type { IncomingMessage } from 'node:http';
import { largestUpload } from '@lectern/contracts/body-limits';
import type { SlowClientGuard } from './createSlowClientGuard.ts';

/** The sender of a refused body has no reason to be slow. */
const leastBytesPerSecond = 10_240;

/**
 * Reads and drops the rest of a body whose call was answered early, so that its sender comes to read the answer. A sender of more than any
 * upload may hold, or of next to nothing in 20 s, is cut off.
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
