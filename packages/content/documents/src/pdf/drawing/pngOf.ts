import { crc32, deflateSync } from 'node:zlib';

/** Four bytes per pixel: red, green, blue, alpha. */
export interface Pixels {
  width: number;
  height: number;
  bytes: Uint8Array;
}

const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
/** 8 bits per channel, RGBA, no interlacing. */
const format = [8, 6, 0, 0, 0];

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** Encodes pixels as PNG (W3C, PNG 3rd edition), fast rather than small, because the file is decoded again soon. */
export function pngOf({ width, height, bytes }: Pixels): Uint8Array<ArrayBuffer> {
  const row = width * 4;
  // Each row begins with its filter type; 0 is none.
  const rows = new Uint8Array((row + 1) * height);
  for (let y = 0; y < height; y += 1) rows.set(bytes.subarray(y * row, (y + 1) * row), y * (row + 1) + 1);
  const header = Buffer.alloc(8);
  header.writeUInt32BE(width);
  header.writeUInt32BE(height, 4);
  const parts = [
    chunk('IHDR', Buffer.concat([header, Buffer.from(format)])),
    chunk('IDAT', deflateSync(rows, { level: 1 })),
    chunk('IEND', new Uint8Array()),
  ];
  return new Uint8Array(Buffer.concat([Buffer.from(signature), ...parts]));
}
