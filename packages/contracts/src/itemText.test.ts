import { hasItemMarks, parseItemText, plainItemText, type ItemPart } from './itemText.ts';

/** Writes parsed parts with tags, for comparison. */
const tagged = (parts: readonly ItemPart[]): string =>
  parts
    .map((part) => {
      switch (part.kind) {
        case 'text':
          return part.text;
        case 'code':
          return `<code>${part.text}</code>`;
        case 'formula':
          return `<math>${part.formula.latex}</math>`;
        case 'bold':
          return `<b>${tagged(part.parts)}</b>`;
        case 'italic':
          return `<i>${tagged(part.parts)}</i>`;
      }
    })
    .join('');

const shown = (text: string): string =>
  parseItemText(text)
    .map((block) =>
      block.kind === 'lines'
        ? tagged(block.parts)
        : `<list>${block.items.map(({ number, parts }) => `${number === undefined ? '•' : String(number)} ${tagged(parts)}`).join('|')}</list>`,
    )
    .join('\n');

describe('parseItemText', () => {
  it.each([
    ['The **heart** pumps *blood*.', 'The <b>heart</b> pumps <i>blood</i>.'],
    ['**hyper**tension and happi**ness**', '<b>hyper</b>tension and happi<b>ness</b>'],
    ['***both***', '<b><i>both</i></b>'],
    ['*a **b***', '<i>a <b>b</b></i>'],
    ['***a** b*', '<i><b>a</b> b</i>'],
    ['**a *b* c**', '<b>a <i>b</i> c</b>'],
    ['("*Canis lupus*")', '("<i>Canis lupus</i>")'],
    ['这是**重要**的', '这是<b>重要</b>的'],
    ['**two\nlines**', '<b>two\nlines</b>'],
    ['**area $a*b$ here**', '<b>area <math>a*b</math> here</b>'],
    ['*$x$*', '<i><math>x</math></i>'],
    ['Run `ls *.txt` now', 'Run <code>ls *.txt</code> now'],
    ['`` a ` b ``', '<code>a ` b</code>'],
    ['```python\nx = 2 ** 3 ** 4\n\nprint(x)\n```', '<code>x = 2 ** 3 ** 4\n\nprint(x)</code>'],
    [String.raw`\*not italic\*`, '*not italic*'],
  ])('renders %j', (text, expected) => {
    expect(shown(text)).toBe(expected);
  });

  it.each([
    '2*3*4',
    '2**3**4',
    'width*height*depth',
    'a**b**c',
    '2 * 3 * 4',
    'snake_case_name, __init__ and _private_',
    '*args, **kwargs',
    'SELECT *, COUNT(*) FROM t',
    'int *a, *b; char **argv',
    '*p = *q;',
    '*.txt and *.md',
    '.*foo.*',
    'ls *.txt; rm *.log',
    '*p < 0.05, **p < 0.01, ***p < 0.001',
    '* p < 0.05',
    '***',
    '****',
    '** **',
    "`a' and `b'",
    "``quoted''",
    'one ` tick',
    String.raw`\* matches an asterisk, a\*b`,
    '- 5 °C',
    '1914. The war begins.',
    '1. One\n3. Three',
    '5-HT and IL-2',
    '**not\n\nover paragraphs**',
    '<b>not HTML</b> &amp; [no](link) # none',
    '~~a~~ > b | c',
  ])('leaves %j as it is', (text) => {
    expect(shown(text)).toBe(text);
    expect(plainItemText(text)).toBe(text);
    expect(hasItemMarks(text)).toBe(false);
  });

  it('reads lists of two or more lines', () => {
    expect(shown('Parts:\n- **left** atrium\n- right atrium\nDone')).toBe('Parts:\n<list>• <b>left</b> atrium|• right atrium</list>\nDone');
    expect(shown('1. First\n2. Second')).toBe('<list>1 First|2 Second</list>');
    expect(shown('* one\n* two')).toBe('<list>• one|• two</list>');
    expect(shown('- one\n* two')).toBe('- one\n* two');
    expect(shown('- $x$\n- `y`')).toBe('<list>• <math>x</math>|• <code>y</code></list>');
  });

  it('separates a list of bullets from one of numbers', () => {
    expect(shown('- a\n- b\n1. c\n2. d')).toBe('<list>• a|• b</list>\n<list>1 c|2 d</list>');
  });

  it('takes little time for hostile texts', () => {
    for (const text of ['*a '.repeat(5_000), '**a'.repeat(5_000), '`a '.repeat(5_000), '- a\n'.repeat(5_000), 'a* *'.repeat(5_000)])
      expect(parseItemText(text).length).toBeGreaterThan(0);
  });
});

describe('plainItemText', () => {
  it.each([
    ['The **heart** pumps *blood*.', 'The heart pumps blood.'],
    ['`x` is $x*y*z$', 'x is $x*y*z$'],
    ['- **a**\n- b', '- a\n- b'],
    ['Line\n\n**two**\n', 'Line\n\ntwo\n'],
  ])('removes the marks of %j', (text, expected) => {
    expect(plainItemText(text)).toBe(expected);
  });
});

describe('hasItemMarks', () => {
  it.each(['**a**', '$x$', '`x`', '- a\n- b'])('is true for %j', (text) => {
    expect(hasItemMarks(text)).toBe(true);
  });
});
