import { growthOf } from '@lectern/test-servers';
import { htmlToText } from './htmlToText.ts';

const read = (html: string) => {
  const media: string[] = [];
  const text = htmlToText(html, { picture: (name) => media.push(name), sound: (name) => media.push(name) });
  return { text, media };
};

test.each([
  ['plain text', 'plain text'],
  ['a &amp; b &lt;c&gt; &eacute; &#x1F600;', 'a & b <c> é 😀'],
  ['one<br>two<br/><br />four', 'one\ntwo\n\nfour'],
  ['<div>one</div><div><br></div><div>three</div>', 'one\n\nthree'],
  ['<p>one\n   two</p>\n<p>three</p>', 'one two\nthree'],
  ['<ul><li>a</li><li>b<ol><li>c</li><li>d</li></ol></li></ul>e', '- a\n- b\n1. c\n2. d\ne'],
  ['<table><tr><th>x</th><th>y</th></tr><tr><td>1</td><td>2</td></tr></table>', 'x | y\n1 | 2'],
  ['H<sub>2</sub>O, x<sup>2</sup>, y<sup>max</sup>, CO<sub><b>2</b></sub>', 'H₂O, x², y^(max), CO₂'],
  ['<ruby>漢<rt>かん</rt></ruby>', '漢(かん)'],
  ['if (a)&nbsp;{<br>&nbsp;&nbsp;b();<br>}', 'if (a) {\n  b();\n}'],
  ['<pre>if a:\n  b()\r\n\n<b>c</b>\n</pre>d\ne', 'if a:\n  b()\n\nc\nd e'],
  [
    '<math><semantics><mrow><msup><mi>x</mi><mn>2</mn></msup><mo>+</mo><msub><mi>a</mi><mrow><mi>i</mi><mi>j</mi></mrow></msub></mrow><annotation>x^2</annotation></semantics></math>.',
    'x²+a_(ij).',
  ],
  ['<math><mfrac><mn>1</mn><msqrt><mn>2</mn></msqrt></mfrac></math>', '(1)/(√(2))'],
  ['question<hr id="answer">answer', 'answer'],
  ['\\(x < y\\) and <b>more', '\\(x < y\\) and more'],
  ['<a href="javascript:alert(1)">link</a>', 'link'],
  ['a\u0000b\u0007c\ud800d', 'abc\ufffdd'],
])('%j reads %j', (html, text) => {
  expect(read(html).text).toBe(text);
});

test('drops everything that runs or loads, and reports pictures and sounds', () => {
  const hostile =
    '<script>alert(1)</script><style>p{}</style><iframe src=x>f</iframe><svg onload=alert(1)><text>s</text></svg><object>o</object>' +
    '<img src="a.png" onerror="alert(1)"><audio src="a.mp3"></audio><b onclick=alert(1)>words</b><!-- comment --><template>t</template>';
  expect(read(hostile)).toEqual({ text: 'words', media: ['a.png', 'a.mp3'] });
});

test('takes linear time for all elements', async () => {
  const pieces = [
    '<div>',
    '<b>',
    '</b>',
    '<sub>',
    '<sup>a',
    '<',
    '&',
    '&#',
    '<!--',
    '<li><ul>',
    ' ',
    '\n ',
    '<td>x',
    '<a href="',
    '<pre>\n',
    '<math><mfrac>',
    '<msup><mi>x</mi>',
  ];
  for (const piece of pieces)
    expect(await growthOf((size) => () => read(`<i>${piece.repeat(size)}`), { size: 5_000, harmlessMs: 50, most: 8 })).toBeLessThanOrEqual(
      8,
    );
});
