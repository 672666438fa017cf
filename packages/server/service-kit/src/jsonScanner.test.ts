import { createByteScanner, createJsonScanner } from './jsonScanner.ts';

const limits = { bytes: 1_000, values: 20, depth: 4 };
/** In pieces of any size, as they come over a wire. */
const scan = (text: string, piece: number, given = limits) => {
  const scanner = createJsonScanner(given);
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += piece) {
    const refusal = scanner(bytes.subarray(at, at + piece));
    if (refusal) return refusal.code;
  }
  return 'fine';
};

describe.each([1, 3, 1_000])('in pieces of %i bytes', (piece) => {
  it.each([
    ['nesting up to the limit', '[[[{"a":1}]]]'],
    ['brackets inside of a text', `{"a":"${'['.repeat(100)}"}`],
    ['quotes and backslashes inside of a text', `{"a":"\\"[[[[[[\\\\","b":"[[[[["}`],
    ['as many values as are allowed', `[${Array(20).fill('1').join(',')}]`],
    ['what is no JSON at all', ']]]]]]"'],
  ])('accepts %s', (_what, text) => {
    expect(scan(text, piece)).toBe('fine');
  });

  it.each([
    ['nesting past the limit', '[[[[[', 'invalid'],
    ['nesting behind a text', '{"a\\"":[[[[[', 'invalid'],
    ['too many values', `[${Array(40).fill('1').join(',')}]`, 'invalid'],
    ['too many empty lists', `[${Array(40).fill('[]').join(',')}]`, 'invalid'],
    ['too many names', `{${Array(12).fill('"a":1').join(',')}}`, 'invalid'],
    ['too many bytes', `"${'x'.repeat(1_000)}"`, 'too_large'],
  ])('refuses %s', (_what, text, code) => {
    expect(scan(text, piece)).toBe(code);
  });
});

it('says how large a body may be', () => {
  expect(createByteScanner({ bytes: 16_384 })(new Uint8Array(16_385))?.message).toBe('The request is too large: at most 16 kB.');
  expect(createByteScanner({ bytes: 8_000_000 })(new Uint8Array(8_000_001))?.message).toBe('The request is too large: at most 8 MB.');
});

it('counts like a character-by-character reader, for any text cut anywhere', () => {
  /** The same rules, as plainly as they can be written. */
  const deepestIn = (text: string): number => {
    let [depth, deepest, isInText] = [0, 0, false];
    for (let at = 0; at < text.length; at += 1) {
      const letter = text[at] ?? '';
      if (isInText) {
        if (letter === '\\') at += 1;
        else if (letter === '"') isInText = false;
      } else if (letter === '"') isInText = true;
      else if ('[{'.includes(letter)) deepest = Math.max(deepest, (depth += 1));
      else if (']}'.includes(letter)) depth -= 1;
    }
    return deepest;
  };
  const alphabet = '""\\\\[{]}a';
  let state = 1;
  const random = (below: number) => (state = (state * 48_271) % 2_147_483_647) % below;
  for (let round = 0; round < 3_000; round += 1) {
    const text = Array.from({ length: random(40) }, () => alphabet[random(alphabet.length)]).join('');
    const expected = deepestIn(text) > limits.depth ? 'invalid' : 'fine';
    expect([text, scan(text, 1 + random(8), { ...limits, values: 100 })]).toEqual([text, expected]);
  }
});
