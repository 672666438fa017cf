import { findFormulas, hasFormula, replaceFormulas, splitFormulas } from './findFormulas.ts';
import { FormulaWords } from './FormulaWords.ts';

const found = (text: string, isMarkdown = false) =>
  findFormulas(text, { isMarkdown }).map(({ latex, isDisplay }) => (isDisplay ? `display ${latex}` : latex));

it.each([
  ['If \\(x^2=4\\), then \\(x=2\\).', ['x^2=4', 'x=2']],
  ['\\[ E = mc^2 \\]', ['display E = mc^2']],
  ['$$\n\\frac{a}{b}\n$$', ['display \\frac{a}{b}']],
  ['The area is $\\pi r^2$, the rest is $a$.', ['\\pi r^2', 'a']],
  ['$a$-axis and 2$b$, the $n$th', ['a', 'b', 'n']],
  ['cost \\(\\text{\\$5}\\)', ['\\text{\\$5}']],
  ['$\\text{\\$5}$', ['\\text{\\$5}']],
  ['\\begin{x} \\(a\\\\b\\)', ['a\\\\b']],
  ['`$a` and $b$', ['b']],
  ['$5 x + 2$ and $5 \\text{ kilograms}$', ['5 x + 2', '5 \\text{ kilograms}']],
  ['one ` and $b$', ['b']],
])('finds the formulas of %j', (text, formulas) => {
  expect(found(text)).toEqual(formulas);
});

it.each([
  'It costs $5 to $10.',
  'From $5-$10 a month.',
  'Either $5 or maybe A$, whatever',
  'It costs $5. See `code` and $x',
  '$10. See `a$b`',
  '$sum = $a+$b;',
  '$this->show($name)',
  '$20,000 and USD$30',
  'A \\$5 note and a \\$10 note',
  '5 $ and 6 $ are 11 $',
  'echo $HOME and $PATH',
  '\\$x\\$',
  '\\\\(x\\\\)',
  'the `$x$` and ``\\(y\\)``',
  '```\n$x$\n\n$y$\n```',
  '$a\n\nb$',
  '\\(a\n \n b\\)',
  '\\( \\) $$ $$ \\[\\]',
  '$ x $',
  '\\(never closed',
  `$${'x'.repeat(4_000)}$`,
])('finds none in %j', (text) => {
  expect(found(text)).toEqual([]);
  expect(hasFormula(text)).toBe(false);
});

it('takes brackets in Markdown for a formula only with a sign of LaTeX', () => {
  expect(found('\\[1\\] Smith, \\[\\frac12\\]', true)).toEqual(['display \\frac12']);
  expect(found('\\[1\\]')).toEqual(['display 1']);
});

it('splits a text at its formulas', () => {
  expect(splitFormulas('a $b$\\(c\\)').map((piece) => (typeof piece === 'string' ? piece : piece.source))).toEqual([
    'a ',
    '$b$',
    '\\(c\\)',
  ]);
  expect(replaceFormulas('a $b$ c', ({ latex }) => `<${latex}>`)).toBe('a <b> c');
});

/** Texts of random marks, always the same ones. */
const randomTexts = (count: number): string[] => {
  let seed = 7;
  const next = (below: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((seed / 2 ** 31) * below);
  };
  const marks = ['\\(', '\\)', '\\[', '\\]', '$', '$$', '\\$', '\\\\', '`', '```', ' ', 'x', '5', '\n', '\n\n', 'é', '𝑥', 'ꟷǀꟷ'];
  return Array.from({ length: count }, () => Array.from({ length: next(40) }, () => marks[next(marks.length)]).join(''));
};

it('keeps every character, whatever the marks', () => {
  for (const text of randomTexts(3_000)) {
    const formulas = findFormulas(text);
    formulas.forEach((formula, index) => {
      expect(text.slice(formula.start, formula.end)).toBe(formula.source);
      expect(formula.start).toBeGreaterThanOrEqual(formulas[index - 1]?.end ?? 0);
      expect(formula.source).not.toMatch(/\n\s*\n/);
      expect(formula.latex).toBe(formula.latex.trim());
      expect(formula.latex).not.toBe('');
    });
    expect(
      splitFormulas(text)
        .map((piece) => (typeof piece === 'string' ? piece : piece.source))
        .join(''),
    ).toBe(text);
    expect(replaceFormulas(text, ({ source }) => source)).toBe(text);
    const words = new FormulaWords();
    const hidden = words.hide(text);
    expect(words.show(hidden)).toBe(text);
    expect(
      words
        .split(hidden)
        .map((piece) => (typeof piece === 'string' ? piece : piece.source))
        .join(''),
    ).toBe(text);
    if (!text.includes('ꟷ')) expect(words.isUsed).toBe(formulas.length > 0);
  }
});

it('finds the same formula again when it stands alone', () => {
  for (const text of randomTexts(1_000))
    for (const { source, latex, isDisplay } of findFormulas(text))
      expect(findFormulas(source)).toEqual([expect.objectContaining({ start: 0, end: source.length, latex, isDisplay })]);
});

it.each(['$', '$a ', '\\(', '\\[ ', '`', '$$a', '`$', '``` $', '\n\n$'])('reads a hundred thousand times %j quickly', (mark) => {
  const start = performance.now();
  findFormulas(mark.repeat(100_000));
  expect(performance.now() - start).toBeLessThan(2_000);
});

it('stands for a formula by one word without case, the same in each text', () => {
  const words = new FormulaWords();
  const [first, second] = [words.hide('If \\(x\\) is 2, $y$ is 3.'), words.hide('\\(x\\) grows.')];
  expect(first).toMatch(/^If \p{L}+ is 2, \p{L}+ is 3\.$/u);
  expect(second.split(' ')[0]).toBe(first.split(' ')[1]);
  expect(first.toUpperCase().toLowerCase().normalize('NFKD')).toBe(first.toLowerCase());
  expect(words.show(second, ({ latex }) => `$${latex}$`)).toBe('$x$ grows.');
});
