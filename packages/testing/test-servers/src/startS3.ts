import { join } from 'node:path';
import { freePort } from './freePorts.ts';
import { startProgram } from './startProgram.ts';
import { provideS3 } from './startStripeMock.ts';

/** A server that speaks Amazon S3's protocol, with conditional writes. It takes every signature. */
export interface S3 {
  /** `http://127.0.0.1:port` */
  url: string;
  bucket: string;
  stop(): Promise<void>;
}

/** Starts gofakes3 in memory on a free port, with one empty bucket. Ask `engineFor('go')` first. */
export async function startS3(): Promise<S3> {
  const folder = await provideS3();
  const [port, bucket] = [await freePort(), 'releases'];
  const options = ['-host', `127.0.0.1:${port}`, '-backend', 'memory', '-initialbucket', bucket];
  const { stop } = await startProgram(join(folder, 'gofakes3'), options, /using port/);
  return { url: `http://127.0.0.1:${port}`, bucket, stop };
}
