import { BinaryReader } from '@bufbuild/protobuf/wire';

/**
 * Returns the values of a field in a protocol buffer. If a field is not repeated, its value is the last one.
 *
 * @param read - Reads one value.
 * @throws Error if the buffer is damaged
 */
export function fieldsIn<T>(bytes: Uint8Array, wanted: number, read: (reader: BinaryReader) => T): T[] {
  const reader = new BinaryReader(bytes);
  const values: T[] = [];
  while (reader.pos < reader.len) {
    const [field, type] = reader.tag();
    if (field === wanted) values.push(read(reader));
    else reader.skip(type);
  }
  return values;
}

/** Returns the text in a field of a protocol buffer; empty without one. */
export const textInField = (bytes: Uint8Array, field: number): string => fieldsIn(bytes, field, (reader) => reader.string()).at(-1) ?? '';
