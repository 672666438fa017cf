import { drawFormula, formulaMarkup } from './drawFormula.ts';

const markup = (latex: string, isDisplay = false): string | undefined => formulaMarkup({ latex, isDisplay });

it('draws formulas as MathML', () => {
  expect(markup('x^2=4')).toBe(
    '<math><mrow><msup><mi>x</mi><mn class="tml-sml-pad">2</mn></msup><mo>=</mo></mrow><mrow><mn>4</mn></mrow></math>',
  );
  expect(markup('\\frac{1}{2}', true)).toMatch(/^<math display="block" class="tml-display"[^>]*>.*<mfrac>/);
  expect(markup('\\begin{pmatrix}a&b\\\\c&d\\end{pmatrix}')).toContain('<mtable>');
  expect(markup('\\ce{H2O}')).toContain('<msub>');
  expect(markup('\\mathbb{R}')).toContain('ℝ');
});

it.each([
  '\\frac{a',
  '\\href{https://example.com}{x}',
  '\\href{javascript:alert(1)}{x}',
  '\\url{https://example.com}',
  '\\htmlClass{a}{x}',
  '\\htmlId{a}{x}',
  '\\htmlStyle{color:red}{x}',
  '\\class{a}{x}',
  '\\id{a}{x}',
  '\\style{color:red}{x}',
  '\\data{a=b}{x}',
  '\\includegraphics{https://example.com/a.png}',
  '\\def\\a{\\a\\a}\\a',
  '\\def\\a#1{#1#1#1#1#1#1#1#1}\\a{\\a{\\a{\\a{\\a{x}}}}}',
  `${'\\left('.repeat(300)}x${'\\right)'.repeat(300)}`,
  `\\begin{matrix}${'&'.repeat(2_900)}\\end{matrix}`,
  '\\textcolor{url(https://example.com)}{x}',
])('draws nothing for %j', (latex) => {
  expect(drawFormula({ latex, isDisplay: false })).toBeUndefined();
});

it('has no addresses, ids and handlers, and keeps tags as text', () => {
  for (const latex of ['\\label{a}x', 'x<script>alert(1)</script>', '\\text{<img src=x onerror=alert(1)>}', '\\text{"x"}']) {
    expect(markup(latex, true)).toBeDefined();
    expect(markup(latex, true)).not.toMatch(/<script|<img|href|src=[^x]| id=|<[^>]*onerror/);
  }
});

it('limits sizes', () => {
  expect(markup('\\rule{1000em}{1000em}\\kern9999em x')).not.toMatch(/\d{3,}em/);
});

it('keeps definitions of one formula out of the next', () => {
  markup('\\gdef\\x{y}\\x');
  expect(markup('\\x')).toBeUndefined();
});

it('draws the longest formulas in a moment', () => {
  const start = performance.now();
  for (const latex of ['a+'.repeat(1_499), `x${"'".repeat(2_900)}`, '\\sqrt'.repeat(590), '\\frac{1}{'.repeat(150) + '}'.repeat(150)])
    drawFormula({ latex, isDisplay: true });
  expect(performance.now() - start).toBeLessThan(2_000);
});
