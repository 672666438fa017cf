import { escapeMarkdown } from './escapeMarkdown.ts';

it.each([
  ['# Hi', '\\# Hi'],
  ['## Hi', '\\## Hi'],
  ['###### Hi', '\\###### Hi'],
  ['#1 rule', '#1 rule'],
  ['12. Wash', '12\\. Wash'],
  ['2) Dry', '2\\) Dry'],
  ['2.5 mg', '2.5 mg'],
  ['- one', '\\- one'],
  ['+ two', '\\+ two'],
  ['---', '\\---'],
  ['===', '\\==='],
  ['-5 °C', '-5 °C'],
  ['a * b_c `d` [e](f) <g> | ~h~ \\i', 'a \\* b\\_c \\`d\\` \\[e\\](f) \\<g\\> \\| \\~h\\~ \\\\i'],
  ['&lt; and &#60; are written', '\\&lt; and \\&#60; are written'],
  ['AT&T, R&D; Q & A', 'AT&T, R\\&D; Q & A'],
  [' two\n\tlines ', 'two lines'],
  ['a_b \\(x_1*y\\) $z_1$ \\[w\\] $5 to $10', 'a\\_b \\(x_1*y\\) \\(z_1\\) $$w$$ $5 to $10'],
])('%j becomes %j', (text, markdown) => {
  expect(escapeMarkdown(text)).toBe(markdown);
});
