/**
 * The process that decodes pictures. The decoder is native code that reads files of strangers: here a crash of it costs one picture and not the
 * service, it can be ended while it works, and there are no secrets. It ends with its parent.
 */
import { encodePicture } from './encodePicture.ts';

process.on('disconnect', () => process.exit());
process.on('message', (bytes: Uint8Array) => {
  void encodePicture(bytes).then((result) => process.send?.(result));
});
