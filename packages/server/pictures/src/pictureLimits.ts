export const pictureLimits = {
  /** Longer side of a stored picture. Pixels. */
  longestSide: 1_600,
  /** A picture with a smaller side is decoration. Pixels. */
  smallestSide: 64,
  /** A camera's resolution. Decoded, such a picture has up to 200 MB. */
  pixels: 50_000_000,
  /** Memory of the decoding process. */
  residentBytes: 600_000_000,
  /** Per picture. */
  seconds: 10,
  /** Crashes of the decoder that one deck may cause. */
  crashes: 3,
} as const;
