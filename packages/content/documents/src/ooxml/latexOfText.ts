/** Parses `∑sum ∏prod`: each character with the command for it, which ends with `end`. */
const commands = (list: string, end = ''): Readonly<Record<string, string>> =>
  Object.fromEntries(list.split(' ').map((entry) => [entry.charAt(0), `\\${entry.slice(1)}${end}`]));

/** Commands for sums, products and integrals. */
export const largeOperators = commands(
  '∑sum ∏prod ∐coprod ∫int ∬iint ∭iiint ∮oint ∯oiint ∰oiiint ⋃bigcup ⋂bigcap ⋁bigvee ⋀bigwedge ⨁bigoplus ⨂bigotimes ⨀bigodot ⨄biguplus ⨆bigsqcup',
);

/** Commands for delimiters. */
export const delimiters: Readonly<Record<string, string>> = {
  ...commands('{{ }} ‖| ∥| ⟨langle 〈langle ⟩rangle 〉rangle ⌊lfloor ⌋rfloor ⌈lceil ⌉rceil'),
  '∣': '|',
};

/** Commands for accents above one letter, and above several. */
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

/** Function names that have a command. */
export const functionNames: ReadonlySet<string> = new Set(
  'sin cos tan cot sec csc sinh cosh tanh coth arcsin arccos arctan log ln lg exp lim liminf limsup max min sup inf det dim ker gcd deg arg hom Pr'.split(
    ' ',
  ),
);

/** The style of a run in an equation. */
export interface MathRun {
  /** `p` upright, `b` bold, `i` italic, `bi` both. */
  style: string;
  /** `roman`, `double-struck`, `script`, `fraktur`, `sans-serif` or `monospace`. */
  script: string;
  /** Ordinary text within an equation. */
  isNormal: boolean;
}

/** Characters that LaTeX interprets or writes in another way. */
const signs: Readonly<Record<string, string>> = {
  ...commands('{{ }} $$ && ## %% __'),
  ...commands('\\backslash ^wedge ~sim ⋅cdot ∙cdot ·cdot ×times …dots ⋯cdots √surd', ' '),
  ...{ '−': '-', '′': "'", '″': "''", '‴': "'''" },
  // Office's invisible operators.
  ...{ '\u2061': '', '\u2062': '', '\u2063': '', '\u2064': '' },
};

const escaped = (text: string): string => [...text].map((sign) => signs[sign] ?? sign).join('');

/** Inside `\text{}`, only its end and commands need escaping. */
const inText = (text: string): string =>
  `\\text{${text.replace(/[\\{}$&#%_^~]/g, (sign) => ({ '\\': '\\textbackslash{}', '^': '\\^{}', '~': '\\~{}' })[sign] ?? `\\${sign}`)}}`;

/** Commands for Unicode's mathematical alphabets by their first characters. Italic ones need none. */
const alphabets: readonly (readonly [from: number, command: string])[] = (
  '1d400mathbf 1d434 1d468mathbf 1d49cmathcal 1d504mathfrak 1d538mathbb 1d56cmathfrak 1d5a0mathsf 1d670mathtt 1d6a4 1d6a8mathbf 1d6e2 1d71cmathbf ' +
  '1d756mathbf 1d7cemathbf 1d7d8mathbb 1d7e2mathsf 1d7f6mathtt'
)
  .split(' ')
  .map((entry) => [Number.parseInt(entry.slice(0, 5), 16), entry.slice(5)]);
const mathLetters = /[\u{1d400}-\u{1d7ff}]+/gu;

const alphabetOf = (letter: string): string => alphabets.findLast(([from]) => (letter.codePointAt(0) ?? 0) >= from)?.[1] ?? '';

/** Replaces mathematical letters by plain ones in the command of their alphabet. */
const plainLetters = (letters: string): string => {
  let latex = '';
  let [open, command] = ['', ''];
  const close = (): void => {
    latex += command === '' ? open : `\\${command}{${open}}`;
    open = '';
  };
  for (const letter of letters) {
    const next = alphabetOf(letter);
    if (next !== command) close();
    command = next;
    open += letter.normalize('NFKC');
  }
  close();
  return latex;
};

const scripts: Readonly<Record<string, string>> = {
  'double-struck': 'mathbb',
  script: 'mathcal',
  fraktur: 'mathfrak',
  'sans-serif': 'mathsf',
  monospace: 'mathtt',
};

/** Whether a text is words, or in a script that mathematics does not use. */
const isProse = (text: string): boolean =>
  /\p{L}{2} +\p{L}{2}/u.test(text) || /(?![\p{Script=Latin}\p{Script=Greek}\p{Script=Common}])\p{L}/u.test(text);

/** Writes the text of a run as LaTeX. */
export const latexOfText = (text: string, { style, script, isNormal }: MathRun): string => {
  if (text.trim() === '') return text === '' ? '' : ' ';
  if (isNormal || isProse(text)) return inText(text);
  const command = scripts[script] ?? (style === 'b' || style === 'bi' ? 'mathbf' : undefined);
  const plain = text.replaceAll('ℎ', 'h').replace(mathLetters, (letters) => `\0${plainLetters(letters)}\0`);
  // Commands inserted above are not escaped again.
  const latex = plain
    .split('\0')
    .map((piece, index) => (index % 2 === 1 ? piece : escaped(piece)))
    .join('');
  if (command !== undefined && /[\p{L}\p{N}]/u.test(latex)) return `\\${command}{${latex}}`;
  if (style !== 'p') return latex;
  return latex.replace(/(?<![\\A-Za-z])[A-Za-z]{2,}/g, (word) => (functionNames.has(word) ? `\\${word}` : `\\mathrm{${word}}`));
};
