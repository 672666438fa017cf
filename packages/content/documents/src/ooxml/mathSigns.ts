/** The signs of sums, products and integrals, by their commands in LaTeX. */
export const largeOperators: Readonly<Record<string, string>> = {
  '∑': '\\sum',
  '∏': '\\prod',
  '∐': '\\coprod',
  '∫': '\\int',
  '∬': '\\iint',
  '∭': '\\iiint',
  '∮': '\\oint',
  '∯': '\\oiint',
  '∰': '\\oiiint',
  '⋃': '\\bigcup',
  '⋂': '\\bigcap',
  '⋁': '\\bigvee',
  '⋀': '\\bigwedge',
  '⨁': '\\bigoplus',
  '⨂': '\\bigotimes',
  '⨀': '\\bigodot',
  '⨄': '\\biguplus',
  '⨆': '\\bigsqcup',
};

/** Delimiters that LaTeX has a command for. */
export const delimiters: Readonly<Record<string, string>> = {
  '{': '\\{',
  '}': '\\}',
  '‖': '\\|',
  '∥': '\\|',
  '⟨': '\\langle',
  '〈': '\\langle',
  '⟩': '\\rangle',
  '〉': '\\rangle',
  '⌊': '\\lfloor',
  '⌋': '\\rfloor',
  '⌈': '\\lceil',
  '⌉': '\\rceil',
  '∣': '|',
};

/** Accents over one letter, and over several. */
export const accents: Readonly<Record<string, { one: string; several: string }>> = Object.fromEntries(
  (
    [
      ['\u0302^ˆ', 'hat', 'widehat'],
      ['\u0303~˜', 'tilde', 'widetilde'],
      ['\u0304\u0305¯‾', 'bar', 'overline'],
      ['\u0307˙', 'dot', 'dot'],
      ['\u0308¨', 'ddot', 'ddot'],
      ['\u20db', 'dddot', 'dddot'],
      ['\u20d7→⃗', 'vec', 'overrightarrow'],
      ['\u20d6←', 'overleftarrow', 'overleftarrow'],
      ['\u20e1↔', 'overleftrightarrow', 'overleftrightarrow'],
      ['\u0301´', 'acute', 'acute'],
      ['\u0300`', 'grave', 'grave'],
      ['\u0306˘', 'breve', 'breve'],
      ['\u030cˇ', 'check', 'check'],
      ['\u030a˚', 'mathring', 'mathring'],
    ] as const
  ).flatMap(([signs, one, several]) => [...signs].map((sign) => [sign, { one, several }])),
);

/** Names of functions that LaTeX has a command for. */
export const functionNames: ReadonlySet<string> = new Set(
  'sin cos tan cot sec csc sinh cosh tanh coth arcsin arccos arctan log ln lg exp lim liminf limsup max min sup inf det dim ker gcd deg arg hom Pr'.split(
    ' ',
  ),
);
