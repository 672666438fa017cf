/** The overlay's clock; tests replace it. */
export interface OverlayClock {
  /** Milliseconds, on any scale. */
  now: () => number;
  /** Calls back about every so many milliseconds until the returned function is called. */
  every: (milliseconds: number, tick: () => void) => () => void;
}
