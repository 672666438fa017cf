/** A domain with letters of any language: `bücher.example`. Dots of other scripts count as dots. */
const international = /^[\p{L}\p{M}\p{N}.。．｡-]{1,254}$/u;
const isAscii = (text: string): boolean => /^\p{ASCII}*$/u.test(text);

/** Converts a domain to its ASCII form: `xn--bcher-kva.example`. Returns invalid domains unchanged. */
function asciiDomain(domain: string): string {
  // `URL` would reinterpret an ASCII domain, such as a number as an IP address.
  if (isAscii(domain) || !international.test(domain)) return domain;
  const address = `http://${domain}`;
  return URL.canParse(address) ? new URL(address).hostname : domain;
}

/**
 * Converts the domain of an address to ASCII, so that all spellings of a domain are one address.
 *
 * @example
 * asciiAddress('a@bücher.example'); // 'a@xn--bcher-kva.example'
 */
export function asciiAddress(address: string): string {
  const at = address.lastIndexOf('@');
  return at < 0 ? address : `${address.slice(0, at)}@${asciiDomain(address.slice(at + 1))}`;
}

/** Decodes a label in Punycode (RFC 3492) without its prefix. Returns `undefined` for an invalid label. */
function decodePunycode(label: string): string | undefined {
  const base = 36;
  const split = label.lastIndexOf('-');
  const letters = split < 0 ? [] : Array.from(label.slice(0, split), (letter) => letter.charCodeAt(0));
  let [code, bias, at, index] = [128, 72, split + 1, 0];
  while (at < label.length) {
    const before = index;
    for (let weight = 1, step = base; ; step += base) {
      const digit = Number.parseInt(label.charAt(at), base);
      // Letters precede digits in Punycode.
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

/** Sets of scripts whose letters are not confusable with each other. */
const writings = [
  /^[\p{Script=Latin}\p{M}\p{N}-]+$/u,
  /^[\p{Script=Cyrillic}\p{M}\p{N}-]+$/u,
  /^[\p{Script=Greek}\p{M}\p{N}-]+$/u,
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}ー々\p{N}-]+$/u,
  // Any other script on its own.
  /^[^\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]+$/u,
];

/** Decodes a label for display. A label with mixed scripts may imitate another one, so it stays in ASCII. */
function shownLabel(label: string): string {
  if (!label.startsWith('xn--')) return label;
  const decoded = decodePunycode(label.slice(4));
  const isPlain =
    decoded !== undefined && writings.some((writing) => writing.test(decoded)) && asciiDomain(`${decoded}.example`) === `${label}.example`;
  return isPlain ? decoded : label;
}

/** Returns an address for display, with its domain in Unicode. */
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
