/** What is needed of a stream such as `process.stdout`. */
interface LineStream {
  readonly writableLength: number;
  write(text: string, written: (error?: Error | null) => void): unknown;
  on(event: 'error', listener: () => void): unknown;
}

/** Where a log's lines go. */
export interface LineOutput {
  write(lines: string): void;
  /** How many lines were lost since the last call; 0 as long as nothing can be written, so that the number can be written, too. */
  takeDropped(): number;
}

const linesIn = (text: string): number => text.split('\n').length - 1;

/**
 * Writes lines to a stream that may fail at any time: a full disk, or a reader that is gone or takes nothing. What cannot be written is
 * dropped and counted; no log is worth the process, nor its memory.
 * @param heldMax - characters that may wait for a slow reader
 */
export function createLineOutput(stream: LineStream, heldMax = 1_000_000): LineOutput {
  let dropped = 0;
  let works = true;
  // Each write is told of its failure; without a listener the process would end.
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
