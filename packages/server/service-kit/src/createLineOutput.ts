/** The used part of a stream such as `process.stdout`. */
interface LineStream {
  readonly writableLength: number;
  write(text: string, written: (error?: Error | null) => void): unknown;
  on(event: 'error', listener: () => void): unknown;
}

/** The output of a log. */
export interface LineOutput {
  write(lines: string): void;
  /** Returns the number of lines dropped since the last call; 0 while nothing can be written, so that the number itself is not lost. */
  takeDropped(): number;
}

const linesIn = (text: string): number => text.split('\n').length - 1;

/**
 * Writes lines to a stream that may fail at any time: the disk is full, the reader has left or does not read. Lines that cannot be written are
 * dropped and counted, so that a log can neither end the process nor exhaust its memory.
 *
 * @param heldMax - the maximum number of characters buffered for a slow reader
 */
export function createLineOutput(stream: LineStream, heldMax = 1_000_000): LineOutput {
  let dropped = 0;
  let works = true;
  // Each write reports its failure; without a listener an error would end the process.
  stream.on('error', () => undefined);
  return {
    write(lines) {
      if (stream.writableLength + lines.length > heldMax && stream.writableLength > 0) {
        dropped += linesIn(lines);
        return;
      }
      stream.write(lines, (error) => {
        works = !error;
        if (error) dropped += linesIn(lines);
      });
    },
    takeDropped() {
      if (!works || stream.writableLength > heldMax / 2) return 0;
      const taken = dropped;
      dropped = 0;
      return taken;
    },
  };
}
