/** A domain may have letters of any language: `bücher.example`. Dots of other scripts count as dots. */
const international = /^[\p{L}\p{M}\p{N}.。．｡-]{1,254}$/u;
const isAscii = (text: string): boolean => /^\p{ASCII}*$/u.test(text);

/** A domain as mail servers know it: `xn--bcher-kva.example`. A text that is no domain stays as it is. */
function asciiDomain(domain: string): string {
  // An address of the form that a URL has would be read in other ways, such as a number as an IP address.
  if (isAscii(domain) || !international.test(domain)) return domain;
  const address = `http://${domain}`;
  return URL.canParse(address) ? new URL(address).hostname : domain;
}

/**
 * An address with the domain as mail servers know it, so that all spellings of a domain are one address: `a@bücher.example` becomes
 * `a@xn--bcher-kva.example`.
 */
export function asciiAddress(address: string): string {
  const at = address.lastIndexOf('@');
  return at < 0 ? address : `${address.slice(0, at)}@${asciiDomain(address.slice(at + 1))}`;
}

/** The letters of a label in Punycode (RFC 3492), without its prefix; `undefined` for a damaged one. */
function decodePunycode(label: string): string | undefined {
  const base = 36;
  const split = label.lastIndexOf('-');
  const letters = split < 0 ? [] : Array.from(label.slice(0, split), (letter) => letter.charCodeAt(0));
  let [code, bias, at, index] = [128, 72, split + 1, 0];
  while (at < label.length) {
    const before = index;
    for (let weight = 1, step = base; ; step += base) {
      const digit = Number.parseInt(label.charAt(at), base);
      // Letters come before digits, the other way round than in numbers.
      const value = digit < 10 ? digit + 26 : digit - 10;
      if (Number.isNaN(value)) return undefined;
      at += 1;
      index += value * weight;
      const threshold = Math.max(1, Math.min(26, step - bias));
      if (value < threshold) break;
      weight *= base - threshold;
    }
    const count = letters.length + 1;
    let delta = Math.floor((index - before) / (before === 0 ? 700 : 2));
    delta += Math.floor(delta / count);
    let steps = 0;
    for (; delta > 455; steps += base) delta = Math.floor(delta / 35);
    bias = steps + Math.floor((36 * delta) / (delta + 38));
    code += Math.floor(index / count);
    index %= count;
    if (code > 0x10ffff) return undefined;
    letters.splice(index, 0, code);
    index += 1;
  }
  return String.fromCodePoint(...letters);
}

/** The letters of one writing, in which no letter looks like another. */
const writings = [
  /^[\p{Script=Latin}\p{M}\p{N}-]+$/u,
  /^[\p{Script=Cyrillic}\p{M}\p{N}-]+$/u,
  /^[\p{Script=Greek}\p{M}\p{N}-]+$/u,
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}ー々\p{N}-]+$/u,
  // Every other script alone.
  /^[^\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]+$/u,
];

/** A label as people write it. One that mixes writings may imitate another one, and is shown as mail servers know it. */
function shownLabel(label: string): string {
  if (!label.startsWith('xn--')) return label;
  const decoded = decodePunycode(label.slice(4));
  const isPlain =
    decoded !== undefined && writings.some((writing) => writing.test(decoded)) && asciiDomain(`${decoded}.example`) === `${label}.example`;
  return isPlain ? decoded : label;
}

/** An address as it is shown: with its domain as people write it. */
export function shownAddress(address: string): string {
  const at = address.lastIndexOf('@');
  return at < 0
    ? address
    : `${address.slice(0, at)}@${address
        .slice(at + 1)
        .split('.')
        .map(shownLabel)
        .join('.')}`;
}
