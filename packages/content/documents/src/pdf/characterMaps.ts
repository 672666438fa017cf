/** Reads a character map by the name of its file, such as `UniGB-UCS2-H.bcmap`. */
export type ReadCharacterMap = (file: string) => Promise<Uint8Array>;

/** Gives a PDF the character maps that stand outside of it, and tells whether one was missing. */
export interface CharacterMaps {
  /** For pdf.js: what loads its files. */
  BinaryDataFactory: new () => { fetch(file: { kind: string; filename: string }): Promise<Uint8Array> };
  readonly isMissing: boolean;
}

/**
 * Character maps (CMaps) for fonts whose text needs one that is not in the file. Old programs write Chinese, Japanese and Korean text so. Without the
 * map pdf.js leaves this text out and says nothing. Nothing else is loaded for a PDF.
 *
 * @param read - Left out: there are none.
 */
export function createCharacterMaps(read: ReadCharacterMap | undefined): CharacterMaps {
  let isMissing = false;
  return {
    BinaryDataFactory: class {
      async fetch({ kind, filename }: { kind: string; filename: string }): Promise<Uint8Array> {
        if (kind !== 'cMapUrl') throw new Error('No file is loaded for a PDF.');
        try {
          if (!read) throw new Error('There are no character maps.');
          return await read(filename);
        } catch (error) {
          isMissing = true;
          throw error;
        }
      }
    },
    get isMissing() {
      return isMissing;
    },
  };
}
