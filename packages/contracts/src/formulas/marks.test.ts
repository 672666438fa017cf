import { forMathJax, withDollars } from './marks.ts';

it('writes formulas as MathJax reads them', () => {
  expect(forMathJax('$x$ and $$y$$, \\(z\\), \\[w\\], $5 to $10')).toBe('\\(x\\) and \\[y\\], \\(z\\), \\[w\\], $5 to $10');
});

it('writes formulas as Markdown programs read them', () => {
  expect(withDollars('\\( x_1 \\) and \\[\\frac12\\], \\(a\\)2, \\(\\text{$b$}\\), \\[1\\]')).toBe(
    '$x_1$ and $$\\frac12$$, \\(a\\)2, \\(\\text{$b$}\\), \\[1\\]',
  );
});
