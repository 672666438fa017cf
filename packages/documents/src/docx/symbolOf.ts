/** The characters of the font Symbol from 0x20 on, as Adobe's table "Symbol" lists them. */
const symbolFont = ' !∀#∃%&∋()∗+,−./0123456789:;<=>?≅ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_‾αβχδεφγηιϕκλμνοπθρστυϖωξψζ{|}∼';
/** Those from 0xa0 on. */
const symbolFontUpper = '€ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…⏐⎯↵ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓';
/** Characters of the font Wingdings that stand in texts; the rest are pictures. */
const wingdings = new Map([
  [0x6c, '●'],
  [0x6e, '■'],
  [0xa7, '▪'],
  [0xdf, '←'],
  [0xe0, '→'],
  [0xe1, '↑'],
  [0xe2, '↓'],
  [0xe8, '→'],
  [0xf0, '⇨'],
  [0xfb, '✗'],
  [0xfc, '✓'],
]);

/**
 * The character of a `w:sym` element: fonts of symbols have their own characters at 0xf000 to 0xf0ff. One without a character in Unicode is a space,
 * so that it parts words as it does on the page.
 *
 * @param font - The name of the font, such as `Symbol`.
 * @param code - The character in hexadecimal digits, such as `F061`.
 */
export function symbolOf(font: string, code: string): string {
  const value = /^[\da-f]{1,5}$/i.test(code) ? Number.parseInt(code, 16) : 0;
  const own = value >= 0xf000 && value <= 0xf0ff ? value - 0xf000 : value;
  if (/^symbol$/i.test(font)) return (own < 0xa0 ? symbolFont[own - 0x20] : symbolFontUpper[own - 0xa0]) ?? ' ';
  if (/^wingdings$/i.test(font)) return wingdings.get(own) ?? ' ';
  const isOwn = value < 0x20 || (value >= 0xd800 && value <= 0xf8ff);
  return isOwn ? ' ' : String.fromCodePoint(value);
}
