/** Tells whether a PDF asked for a character map that stands outside of it. */
export interface CharacterMapWatch {
  /** For pdf.js: what would load its files. */
  BinaryDataFactory: new () => { fetch(file: { kind: string }): Promise<never> };
  readonly isAsked: boolean;
}

/**
 * Watches for fonts whose text needs a character map (CMap) that is not in the file. Old programs write Chinese, Japanese and Korean text so. Without
 * the map pdf.js leaves this text out and says nothing. No file is loaded.
 */
export function watchCharacterMaps(): CharacterMapWatch {
  let isAsked = false;
  return {
    BinaryDataFactory: class {
      fetch({ kind }: { kind: string }): Promise<never> {
        if (kind === 'cMapUrl') isAsked = true;
        return Promise.reject(new Error('No file is loaded for a PDF.'));
      }
    },
    get isAsked() {
      return isAsked;
    },
  };
}
