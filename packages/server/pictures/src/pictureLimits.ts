/** Limits of pictures. */
export const pictureLimits = {
  /** Pixels of the longer side of a kept picture. */
  longestSide: 1_600,
  /** A picture with a smaller side is decoration. */
  smallestSide: 64,
  /** The most pixels of a picture: a camera's. Decoded they have 200 MB at most. */
  pixels: 50_000_000,
  /** Memory of the process that decodes. */
  residentBytes: 600_000_000,
  /** The longest time of one picture. */
  seconds: 10,
  /** The most times that one deck may end the process of the decoder. */
  crashes: 3,
} as const;
