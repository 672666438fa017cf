const folded = (character: string): string => {
  if (/[“”„‟«»″"]/u.test(character)) return '"';
  if (/[‘’‚‛′`´']/u.test(character)) return "'";
  if (/[‐‑‒–—―−-]/u.test(character)) return '-';
  return /\s/u.test(character) ? ' ' : character;
};

/** Each character folded, with where it stood; white space is one space. */
function fold(text: string): { text: string; places: number[] } {
  let plain = '';
  const places: number[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const character = folded(text[at] ?? '');
    if (character === ' ' && (plain === '' || plain.endsWith(' '))) continue;
    plain += character;
    places.push(at);
  }
  return { text: plain, places };
}

/**
 * The words of a passage that a model quoted, as they stand there: white space and the shape of quotation marks and
 * dashes may differ, nothing else. `undefined` where the quote was altered.
 */
export function repairQuote(passage: string, quote: string): string | undefined {
  if (passage.includes(quote)) return quote;
  const wanted = fold(quote).text.trim();
  const { text, places } = fold(passage);
  const at = text.indexOf(wanted);
  const [from, to] = [places[at], places[at + wanted.length - 1]];
  return wanted === '' || at < 0 || from === undefined || to === undefined ? undefined : passage.slice(from, to + 1);
}
