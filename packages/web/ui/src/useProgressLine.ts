import { counted } from '@lectern/contracts/plain';
import { useEffect, useEffectEvent, useState } from 'react';
import type { OverlayClock } from './OverlayClock';

/** The progress of a generation. */
export interface MakingProgress {
  /** `waiting`: the language model is busy with other requests. */
  state: 'waiting' | 'running';
  made: number;
  asked: number;
}

/** The unit that is counted during a generation. */
export type MadePart = 'section' | 'question' | 'card';

export interface ProgressSource {
  part: MadePart;
  /** Fetches the progress. After a rejection the line stays as it is. */
  read: () => Promise<MakingProgress>;
}

const pollMs = 2_000;

/** 'Section 3 of 8', '6 questions so far'. Undefined if there is nothing to report yet. */
const progressLine = (part: MadePart, { state, made, asked }: MakingProgress): string | undefined => {
  if (state === 'waiting') return 'Waiting for the language model: others are before you';
  if (part === 'section') return asked > 0 ? `Section ${String(Math.min(made + 1, asked))} of ${String(asked)}` : undefined;
  return made > 0 ? `${counted(made, part)} so far` : undefined;
};

/**
 * Polls the progress and returns it in words. One request at a time.
 *
 * @example
 * ```tsx
 * const line = useProgressLine(clock, isUploading ? undefined : progress);
 * const spoken = useSpokenLine(line, elapsedSeconds);
 * ```
 */
export const useProgressLine = (clock: OverlayClock, source: ProgressSource | undefined): string | undefined => {
  const [line, setLine] = useState<string>();
  const isOn = source !== undefined;
  const read = useEffectEvent(async (): Promise<string | undefined> => source && progressLine(source.part, await source.read()));
  useEffect(() => {
    if (!isOn) return;
    let isOver = false;
    let isReading = false;
    const poll = async (): Promise<void> => {
      if (isReading) return;
      isReading = true;
      try {
        const next = await read();
        if (!isOver) setLine(next);
      } catch {
        // The overlay keeps its usual text.
      } finally {
        isReading = false;
      }
    };
    const stop = clock.every(pollMs, () => void poll());
    return () => {
      isOver = true;
      stop();
    };
  }, [clock, isOn]);
  return line;
};

/** The minimum interval between announcements of a line that changes often. Seconds. */
const spokenEverySeconds = 15;

/** The text announced by a screen reader: the first line, and then the current one every 15 seconds. */
export const useSpokenLine = (line: string | undefined, seconds: number): string | undefined => {
  const turn = Math.floor(seconds / spokenEverySeconds);
  const [spoken, setSpoken] = useState<{ line: string; turn: number }>();
  if (line !== undefined && spoken?.turn !== turn) setSpoken({ line, turn });
  return spoken?.line;
};
