import { codePoint } from 'dingbat-to-unicode';

/** The fonts of a run that matter for its symbols. */
export interface RunFonts {
  letters?: string | undefined;
  /** The font of private-use characters. Defaults to `letters`. */
  symbols?: string | undefined;
}

const symbolFont = /^(symbol|webdings|wingdings)(?: ?([23]))?(?: ?(?:mt|tt|regular))?$/;

/** Returns the name of a symbol font in the tables; `undefined` for other fonts. */
function tableOf(font = ''): string | undefined {
  const [, name, number] =
    symbolFont.exec(
      font
        .slice(0, 40)
        .toLowerCase()
        .replace(/[\s_-]+/g, ' ')
        .trim(),
    ) ?? [];
  return name && `${name}${number === undefined ? '' : ` ${number}`}`;
}

/** The preferred characters if Unicode has several: those that people type and that no phone shows as an emoji. */
const preferred: Readonly<Record<string, Readonly<Record<number, string>>>> = {
  symbol: { 0xe1: '⟨', 0xf1: '⟩' },
  wingdings: { 0x6c: '●', 0x6e: '■', 0x6f: '☐', 0xa8: '☐', 0xd8: '➢' },
  'wingdings 2': { 0xa3: '☐' },
};

/** Replacements for characters that common fonts lack, by the first one of each range. A space means that there is none. */
const likenesses: readonly (readonly [first: number, alike: string])[] = [
  [0x2b00, '↗↖↘↙↔'],
  [0x2b58, '○'],
  [0x2b60, '←↑→↓↔↕↖↗↘↙←↑→↓↻↺⇤↑⇥↓  ↖↗↘↙←↑→↓⇤⇥'],
  [0x2b80, '⇆⇅⇄⇅⇇⇈⇉⇊←↑→↓↺↺↺↺↵↳↵↳↺→  ◀▲▶▼◀▲▶▼'],
  [0x2ba0, '↲↳↰↱↑↑↓↓↲↳↰↱↰↱↲↳↙↘↖↗↖↗↙↘⇪⇧   ☒⊗⊗'],
  [0x2bc0, '■◆⬟⬢⬢▲▼◀▶ ◓◒✦✦✧✧⌖'],
  [0x1f10b, '⓪⓿'],
  [0x1f322, '💧'],
  [0x1f53e, '○○'],
  [0x1f546, '✝✝✝'],
  [0x1f568, '🔈'],
  [0x1f56d, '🔔📖'],
  [0x1f571, '☠'],
  [0x1f57b, '☎☎☎☎☎☎☎✉✉✉✉✉'],
  [0x1f589, '✎'],
  [0x1f58e, '✍👌'],
  [0x1f591, '✋👍👎'],
  [0x1f598, '☜☞☜☞☜☞☝☟☝☟☝☟'],
  [0x1f5b9, '📄'],
  [0x1f5c0, '📁📂'],
  [0x1f5ce, '📄📄📄'],
  [0x1f5d8, '↻✕'],
  [0x1f5e9, '💬💬💬'],
  [0x1f5f4, '✗☒✗☒✓☑'],
  [0x1f670, '&&&&&&“”„‽‽‽/\\'],
  [0x1f6c7, '🚫ℹ'],
  [0x1f780, '◀▲▶▼•○○○○○◉◎▪▪□□□□□□▣▣▣▣◆◆◈◈◈◈◈◆◊✚✚✚✚✚✚✚✖✖✖✖✖✖✖'],
  [0x1f7af, `${'✱'.repeat(17)}▲▲▲✦✦✦✦✦✦★★★✶✶✶✴✴✴✹✹✹`],
  [0x1f800, '←↑→↓'.repeat(18)],
  [0x1f850, '←↑→↓↖↗↘↙↔↕      ' + '←↑→↓↖↗↘↙'.repeat(5)],
  [0x1f890, '←↑→↓←↑→↓←↑→↓    ' + '←→'.repeat(6)],
];

const likeness = new Map(likenesses.flatMap(([first, alike]) => [...alike].map((each, index) => [first + index, each] as const)));

/** The last character of the blocks that common fonts cover. Above it they only have emoji. */
const lastUsual = 0x2b59;

const isPrivate = (code: number): boolean => (code >= 0xe000 && code <= 0xf8ff) || code >= 0xf0000;

/** Returns a character that common fonts have. */
function shown(code: number): string | undefined {
  const alike = likeness.get(code);
  if (alike !== undefined) return alike === ' ' ? undefined : alike;
  const character = String.fromCodePoint(code);
  return !isPrivate(code) && (code <= lastUsual || /\p{Emoji}/u.test(character)) ? character : undefined;
}

/** The Windows-1252 positions of characters such as `‘`. Programs store these characters for the symbols at the same positions. */
const windowsPlaces = new Map(
  [...new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 32 }, (_, index) => 0x80 + index))].map((character, index) => [
    character.codePointAt(0) ?? 0,
    0x80 + index,
  ]),
);

function characterAt(table: string, place: number): string | undefined {
  const own = preferred[table]?.[place];
  if (own !== undefined) return own;
  const code = codePoint(table, place)?.codePoint;
  return code === undefined ? undefined : shown(code);
}

const hasPrivate = /[\ue000-\uf8ff\u{f0000}-\u{10ffff}]/u;

/**
 * Converts symbols of fonts such as Symbol and Wingdings to Unicode. These fonts have pictures in the places of letters, or at U+F020 to
 * U+F0FF. A symbol without a Unicode character becomes a space, which separates words as on the page, and is counted.
 */
export class SymbolReader {
  /** Number of dropped symbols. */
  unread = 0;

  read(text: string, { letters, symbols = letters }: RunFonts): string {
    const ofLetters = tableOf(letters);
    if (ofLetters === undefined && !hasPrivate.test(text)) return text;
    const ofSymbols = tableOf(symbols) ?? ofLetters;
    return Array.from(text, (character) => this.readOne(character, ofLetters, ofSymbols)).join('');
  }

  private readOne(character: string, ofLetters: string | undefined, ofSymbols: string | undefined): string {
    const code = character.codePointAt(0) ?? 0;
    if (isPrivate(code)) {
      const place = code >= 0xf020 && code <= 0xf0ff ? code - 0xf000 : undefined;
      return this.counted(ofSymbols === undefined || place === undefined ? undefined : characterAt(ofSymbols, place));
    }
    const place = windowsPlaces.get(code) ?? code;
    // A no-break space separates words, whatever the font has in its place.
    if (ofLetters === undefined || place <= 0x20 || place > 0xff || code === 0xa0) return character;
    return this.counted(characterAt(ofLetters, place));
  }

  private counted(character: string | undefined): string {
    if (character === undefined) this.unread += 1;
    return character ?? ' ';
  }
}
