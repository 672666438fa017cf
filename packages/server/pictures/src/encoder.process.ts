/**
 * The process that decodes pictures. The decoder is native code that reads untrusted files: a crash here costs one picture and not the
 * service, the process can be killed, and it holds no secrets. It ends with its parent.
 */
import { encodePicture } from './encodePicture.ts';

process.on('disconnect', () => process.exit());
process.on('message', (bytes: Uint8Array) => {
  void encodePicture(bytes).then((result) => process.send?.(result));
});
