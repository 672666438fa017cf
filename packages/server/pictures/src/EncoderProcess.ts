import { startProcess, type LimitedProcess } from '@lectern/service-kit';
import type { EncodingResult } from './encodePicture.ts';
import { pictureLimits } from './pictureLimits.ts';

const entry = new URL('./encoder.process.ts', import.meta.url);
/** The process is killed if a picture takes longer, because its own time limit has failed. Includes a start on a busy machine. */
const usualPatienceMs = 3 * pictureLimits.seconds * 1_000;

export interface EncoderProcessOptions {
  /** The program of the process. Replaced in tests. */
  module?: URL;
  patienceMs?: number;
  residentBytes?: number;
}

interface RunningEncoder {
  process: LimitedProcess;
  /** Resolves the pending call; `undefined` if the process ended. */
  finish: (result: EncodingResult | undefined) => void;
}

/** The process that decodes pictures, one at a time. Starts with the first picture and runs until stopped. */
export class EncoderProcess {
  private running: RunningEncoder | undefined;
  private readonly options: Required<EncoderProcessOptions>;

  constructor({ module = entry, patienceMs = usualPatienceMs, residentBytes = pictureLimits.residentBytes }: EncoderProcessOptions = {}) {
    this.options = { module, patienceMs, residentBytes };
  }

  /** Decodes a picture. @returns `undefined` if the process ended; the next picture starts another one */
  encode(bytes: Uint8Array): Promise<EncodingResult | undefined> {
    const running = (this.running ??= this.start());
    return new Promise((resolve) => {
      const timer = setTimeout(running.process.kill, this.options.patienceMs);
      running.finish = (result) => {
        clearTimeout(timer);
        running.finish = () => undefined;
        resolve(result);
      };
      // Sending to a process that has just ended fails. Its end resolves this call.
      void running.process.send(bytes);
    });
  }

  stop(): void {
    this.running?.process.kill();
    this.running = undefined;
  }

  private start(): RunningEncoder {
    const { module, residentBytes } = this.options;
    const running: RunningEncoder = {
      process: startProcess(module, {
        limits: { heapMb: 128, residentBytes },
        onMessage: (result) => {
          running.finish(result as EncodingResult);
        },
      }),
      finish: () => undefined,
    };
    // An idle process must not keep the service alive.
    running.process.unref();
    void running.process.ended.then(() => {
      if (this.running === running) this.running = undefined;
      running.finish(undefined);
    });
    return running;
  }
}
