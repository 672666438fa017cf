/** Markers of segments (ISO 10918-1, table B.1). */
const markers = { start: 0xd8, scan: 0xda, application1: 0xe1 } as const;
/** 0xc0 to 0xcf begin a frame, but for three of them: tables and a reserved one. */
const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
/** The offset of the number of channels in a frame segment. */
const channelsAt = 9;

/** The segments of a JPEG before its first scan, and where that begins. `undefined` where they are damaged. */
function segmentsOf(jpeg: Uint8Array): { segments: { marker: number; from: number; to: number }[]; scanAt: number } | undefined {
  if (jpeg[0] !== 0xff || jpeg[1] !== markers.start) return undefined;
  const segments = [];
  let at = 2;
  while (at + 4 <= jpeg.length && jpeg[at] === 0xff) {
    const [, marker = 0, high = 0, low = 0] = jpeg.subarray(at, at + 4);
    if (marker === markers.scan) return { segments, scanAt: at };
    const length = high * 256 + low;
    // Any number of bytes 0xff may stand before a marker.
    const to = marker === 0xff ? at + 1 : at + 2 + length;
    if (marker !== 0xff && length < 2) return undefined;
    segments.push({ marker, from: at, to });
    at = to;
  }
  return undefined;
}

/**
 * A JPEG of a PDF as a file of its own: without EXIF data, because a PDF ignores its orientation. `undefined` when it is damaged, or has neither
 * one channel (gray) nor three (colour): four channels are inks.
 */
export function plainJpeg(jpeg: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> | undefined {
  const read = segmentsOf(jpeg);
  const frame = read?.segments.find(({ marker }) => isFrame(marker));
  if (!read || !frame) return undefined;
  const channels = jpeg[frame.from + channelsAt];
  if (channels !== 1 && channels !== 3) return undefined;
  if (read.segments.every(({ marker }) => marker !== markers.application1)) return jpeg;
  const kept = read.segments.filter(({ marker }) => marker !== markers.application1).map(({ from, to }) => jpeg.subarray(from, to));
  return new Uint8Array(Buffer.concat([jpeg.subarray(0, 2), ...kept, jpeg.subarray(read.scanAt)]));
}
