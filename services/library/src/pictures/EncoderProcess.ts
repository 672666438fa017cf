import { fork, type ChildProcess } from 'node:child_process';
import type { EncodingResult } from './encodePicture.ts';
import { pictureLimits } from './pictureLimits.ts';

const entry = new URL('./encoder.process.ts', import.meta.url);
/** The process is killed when a picture takes longer, since its own time limit has failed. Includes a start on a busy machine. */
const usualPatienceMs = 3 * pictureLimits.seconds * 1_000;

/** Replaced in tests. */
export interface EncoderProcessOptions {
  /** What the process runs. */
  module?: URL;
  patienceMs?: number;
}

/** The process that decodes pictures: it starts with the first picture and ends when it is stopped. It works on one picture at a time. */
export class EncoderProcess {
  private child: ChildProcess | undefined;
  private readonly options: Required<EncoderProcessOptions>;

  constructor({ module = entry, patienceMs = usualPatienceMs }: EncoderProcessOptions = {}) {
    this.options = { module, patienceMs };
  }

  /** Decodes a picture. @returns `undefined` when the process ended: the next picture starts another one */
  encode(bytes: Uint8Array): Promise<EncodingResult | undefined> {
    const child = (this.child ??= this.start());
    return new Promise((resolve) => {
      const finish = (result: EncodingResult | undefined): void => {
        clearTimeout(timer);
        child.off('message', onMessage);
        child.off('exit', onEnd);
        child.off('error', onEnd);
        resolve(result);
      };
      const onMessage = (result: unknown): void => finish(result as EncodingResult);
      const onEnd = (): void => {
        if (this.child === child) this.child = undefined;
        finish(undefined);
      };
      const timer = setTimeout(() => child.kill('SIGKILL'), this.options.patienceMs);
      child.on('message', onMessage);
      child.once('exit', onEnd);
      child.once('error', onEnd);
      // Sending to a process that has just ended fails; its `exit` event ends this call.
      child.send(bytes, () => undefined);
    });
  }

  stop(): void {
    this.child?.kill('SIGKILL');
    this.child = undefined;
  }

  /** Starts the process without the service's environment, which has secrets. */
  private start(): ChildProcess {
    const child = fork(this.options.module, [], {
      serialization: 'advanced',
      env: {},
      execArgv: ['--disable-warning=ExperimentalWarning', '--max-old-space-size=128'],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    // The idle process does not keep the service alive.
    child.unref();
    child.channel?.unref();
    return child;
  }
}
