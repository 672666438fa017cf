/** The overlay's clock. Tests replace it. */
export interface OverlayClock {
  /** Milliseconds on any scale. */
  now: () => number;
  /** Calls `tick` about every `milliseconds` until the returned function is called. */
  every: (milliseconds: number, tick: () => void) => () => void;
}
