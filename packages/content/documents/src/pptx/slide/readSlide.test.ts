import type { Deck, Paragraph } from '../deck.ts';
import { drawFormula } from '@lectern/contracts/draw-formula';
import { readDeck } from '../readDeck.ts';
import {
  type TestDeck,
  deckBytes,
  frame,
  markedShape,
  namespaces,
  packageOf,
  paragraph,
  picture,
  relationship,
  shape,
} from '../../../testing/decks.ts';

const read = async (deck: TestDeck): Promise<Deck> => readDeck(await deckBytes(deck));
const textsOf = (deck: Deck, number = 1): string[] => deck.slides[number - 1]?.paragraphs.map(({ text }) => text) ?? [];
const kindsOf = (deck: Deck, number = 1): [string, string][] =>
  deck.slides[number - 1]?.paragraphs.map(({ kind, text }) => [kind, text]) ?? [];
const equation = (inner: string): string => `<a:p><m:oMathPara><m:oMath>${inner}</m:oMath></m:oMathPara></a:p>`;
const letters = (text: string): string => `<m:r><m:t>${text}</m:t></m:r>`;

describe('placeholders', () => {
  const layout = (marks: string): string =>
    `<p:sldLayout ${namespaces}><p:cSld><p:spTree>${marks
      .split(' | ')
      .map((mark) => markedShape(paragraph('Click to edit'), mark))
      .join('')}</p:spTree></p:cSld></p:sldLayout>`;
  const relationships = (target: string, type: string): string => `<Relationships>${relationship('x', type, target)}</Relationships>`;

  it('inherit a missing type from the layout, and the title’s from the master', async () => {
    const slide =
      markedShape(paragraph('Body'), '<p:ph idx="2"/>') +
      markedShape(paragraph('Inherited title'), '<p:ph idx="15"/>') +
      markedShape(paragraph('Confidential'), '<p:ph idx="16"/>');
    const deck = await read({
      slides: [slide, markedShape(paragraph('Below'), '<p:ph idx="2"/>') + markedShape(paragraph('From the master'), '<p:ph/>')],
      relationships: {
        1: relationship('l', 'slideLayout', '../slideLayouts/one.xml'),
        2: relationship('l', 'slideLayout', '../slideLayouts/two.xml'),
      },
      parts: {
        'ppt/slideLayouts/one.xml': layout('<p:ph type="title" idx="15"/> | <p:ph idx="2" sz="half"/> | <p:ph type="ftr" idx="16"/>'),
        'ppt/slideLayouts/two.xml': layout('<p:ph idx="2"/>'),
        'ppt/slideLayouts/_rels/two.xml.rels': relationships('../masters/m.xml', 'slideMaster'),
        'ppt/masters/m.xml': layout('<p:ph type="title"/> | <p:ph type="dt" idx="2"/>'),
      },
    });
    expect(deck.slides.map(({ title, titleIsInferred }) => [title, titleIsInferred])).toEqual([
      ['Inherited title', false],
      ['From the master', false],
    ]);
    expect(kindsOf(deck, 1)).toEqual([
      ['title', 'Inherited title'],
      ['bullet', 'Body'],
    ]);
    expect(kindsOf(deck, 2)).toEqual([
      ['title', 'From the master'],
      ['bullet', 'Below'],
    ]);
  });

  it('of notes inherit theirs from the notes master', async () => {
    const deck = await read({
      slides: [shape(paragraph('A'), 'title')],
      notes: { 1: markedShape(paragraph('Said aloud'), '<p:ph idx="3"/>') + markedShape(paragraph('9'), '<p:ph idx="4"/>') },
      parts: {
        'ppt/notesSlides/_rels/notesSlide1.xml.rels': relationships('../notesMasters/m.xml', 'notesMaster'),
        'ppt/notesMasters/m.xml': layout('<p:ph type="body" idx="3"/> | <p:ph type="sldNum" idx="4"/>'),
      },
    });
    expect(textsOf(deck)).toEqual(['A', 'Said aloud']);
  });
});

describe('titles of slides that have none', () => {
  const small = (text: string): string => `<a:p><a:r><a:rPr sz="1000"/><a:t>${text}</a:t></a:r></a:p>`;

  it('come from the topmost short text, with the place of a group for its shapes', async () => {
    const at = (y: number): string => `<a:xfrm><a:off x="0" y="${y}"/></a:xfrm>`;
    const deck = await read({
      slides: [
        `<p:grpSp><p:grpSpPr>${at(900)}</p:grpSpPr>${shape(small('In the group'), undefined, at(1))}</p:grpSp>` +
          shape(small('Below'), undefined, at(500)) +
          shape(small('The heart'), undefined, at(100)),
      ],
    });
    expect(deck.slides[0]).toMatchObject({ title: 'The heart', titleIsInferred: true });
    expect(kindsOf(deck)[0]).toEqual(['title', 'The heart']);
  });

  it('name the columns of a table without other text', async () => {
    const cells = ['Drug', '', '1', 'Class'].map((text) => `<a:tc><a:txBody>${paragraph(text)}</a:txBody></a:tc>`).join('');
    expect((await read({ slides: [frame(`<a:tbl><a:tr>${cells}</a:tr></a:tbl>`)] })).slides[0]?.title).toBe('Drug, Class');
  });

  it('are never just a number: the section or the previous slide provides the title', async () => {
    const labels = shape(paragraph('1')) + shape(paragraph('2')) + picture();
    const deck = await read({
      slides: [
        labels,
        shape(paragraph('Livelock'), 'title') + picture(),
        labels,
        labels,
        shape(paragraph(`${'A long text goes on '.repeat(20)}`)),
      ],
      afterList:
        '<p:extLst><p:ext><p14:sectionLst xmlns:p14="p14"><p14:section name="Dining philosophers"><p14:sldIdLst><p14:sldId id="259"/></p14:sldIdLst></p14:section></p14:sectionLst></p:ext></p:extLst>',
    });
    expect(deck.slides.map(({ title }) => title)).toEqual([
      'Slide 1',
      'Livelock',
      'Livelock',
      'Dining philosophers',
      expect.stringMatching(/^A long text goes on .{100,140}[a-z]…$/) as string,
    ]);
    expect(deck.slides.map(({ pictureOnly }) => pictureOnly)).toEqual([true, true, true, true, false]);
  });
});

it('knows the section of each slide', async () => {
  const section = (name: string, ...ids: number[]): string =>
    `<p14:section name="${name}" id="{A}"><p14:sldIdLst>${ids.map((id) => `<p14:sldId id="${id}"/>`).join('')}</p14:sldIdLst></p14:section>`;
  const deck = await read({
    slides: ['One', 'Two', 'Three'].map((text) => shape(paragraph(text), 'title')),
    afterList: `<p:extLst><p:ext uri="{5}"><p14:sectionLst xmlns:p14="p14">${section('Causes &amp; signs', 256, 258)}${section('Treatment', 257)}</p14:sectionLst></p:ext></p:extLst>`,
  });
  expect(deck.slides.map(({ title, section: name }) => [title, name])).toEqual([
    ['One', 'Causes & signs'],
    ['Two', 'Treatment'],
    ['Three', 'Causes & signs'],
  ]);
});

it('counts shapes in drawing order, groups before their shapes, wherever the title is', async () => {
  const deck = await read({
    slides: [
      `${shape(paragraph('first'))}<p:grpSp>${shape(paragraph('third'))}${picture('A valve')}</p:grpSp>${shape(paragraph('Title'), 'title')}`,
    ],
    notes: { 1: shape(paragraph('notes'), 'body') },
  });
  expect(deck.slides[0]?.paragraphs.map(({ text, shape: number }: Paragraph) => [text, number])).toEqual([
    ['Title', 5],
    ['first', 1],
    ['third', 3],
    ['A valve', 4],
    ['notes', undefined],
  ]);
});

describe('pictures', () => {
  const titled = (inner: string): string => shape(paragraph('Anatomy'), 'title') + inner;

  it.each([
    ['a picture', picture()],
    [
      'a shape filled with one',
      '<p:sp><p:nvSpPr><p:cNvPr id="2" name="x"/></p:nvSpPr><p:spPr><a:blipFill><a:blip/></a:blipFill></p:spPr></p:sp>',
    ],
    [
      'a video’s first frame',
      '<p:pic><p:nvPicPr><p:cNvPr id="4" name="v"/><p:nvPr><a:videoFile r:link="r9"/></p:nvPr></p:nvPicPr><p:blipFill/></p:pic>',
    ],
    [
      'the preview of another program’s file',
      frame(
        `<mc:AlternateContent><mc:Choice Requires="v"><p:oleObj/></mc:Choice><mc:Fallback><p:oleObj>${picture()}</p:oleObj></mc:Fallback></mc:AlternateContent>`,
      ),
    ],
    ['another program’s file without a preview', frame('<p:oleObj/>')],
    [
      'ink, where its picture is the one form that can be read',
      `<mc:AlternateContent><mc:Choice Requires="p14"><p:contentPart r:id="r1"/></mc:Choice><mc:Fallback>${picture()}</mc:Fallback></mc:AlternateContent>`,
    ],
  ])('are %s', async (_name, inner) => {
    const deck = await read({ slides: [titled(inner)] });
    expect(deck.slides[0]).toMatchObject({ pictures: 1, pictureOnly: true });
  });

  it('fill the background', async () => {
    const zip = packageOf({ slides: [titled('')] });
    const xml = (await zip.file('ppt/slides/slide1.xml')?.async('string')) ?? '';
    zip.file(
      'ppt/slides/slide1.xml',
      xml.replace('<p:cSld>', '<p:cSld><p:bg><p:bgPr><a:blipFill><a:blip r:embed="r1"/></a:blipFill></p:bgPr></p:bg>'),
    );
    expect((await readDeck(await zip.generateAsync({ type: 'uint8array' }))).slides[0]).toMatchObject({ pictures: 1, pictureOnly: true });
  });

  it('provide their alternative text, but no file names or generated texts', async () => {
    const description = 'A close up of a sign &#10; Description automatically generated with medium confidence';
    const named = '<p:pic><p:nvPicPr><p:cNvPr id="3" name="p" title="A cell divides"/></p:nvPicPr></p:pic>';
    const deck = await read({
      slides: [picture(description) + picture('scan 4.JPEG') + picture('Description automatically generated') + named],
    });
    expect(textsOf(deck)).toEqual(['A cell divides']);
    expect(deck.slides[0]).toMatchObject({ title: 'A cell divides', pictures: 4, pictureOnly: true });
  });
});

describe('equations', () => {
  const fraction = (over: string, under: string, type = ''): string => `<m:f>${type}<m:num>${over}</m:num><m:den>${under}</m:den></m:f>`;
  it.each([
    ['fractions', fraction(letters('a+b'), letters('2')), '\\frac{a+b}{2}'],
    ['fractions of words', letters('v=') + fraction(letters('Δx'), letters('Δt')), 'v=\\frac{Δx}{Δt}'],
    [
      'binomials',
      `<m:d><m:dPr/><m:e>${fraction(letters('n'), letters('k'), '<m:fPr><m:type m:val="noBar"/></m:fPr>')}</m:e></m:d>`,
      '\\binom{n}{k}',
    ],
    ['powers', `<m:sSup><m:e>${letters('e')}</m:e><m:sup>${letters('−x/2')}</m:sup></m:sSup>`, 'e^{-x/2}'],
    [
      'indices and powers',
      `<m:sSubSup><m:e>${letters('x')}</m:e><m:sub>${letters('i')}</m:sub><m:sup>${letters('2')}</m:sup></m:sSubSup>`,
      'x_i^2',
    ],
    ['roots', `<m:rad><m:deg>${letters('3')}</m:deg><m:e>${letters('1−v')}</m:e></m:rad>`, '\\sqrt[3]{1-v}'],
    [
      'sums',
      `<m:nary><m:naryPr><m:chr m:val="∑"/></m:naryPr><m:sub>${letters('i=1')}</m:sub><m:sup>${letters('n')}</m:sup><m:e>${letters('i')}</m:e></m:nary>`,
      '\\sum_{i=1}^n i',
    ],
    [
      'brackets',
      `<m:d><m:dPr><m:begChr m:val="["/><m:endChr m:val="]"/><m:sepChr m:val=","/></m:dPr><m:e>${letters('0')}</m:e><m:e>${letters('1')}</m:e></m:d>`,
      '[0, 1]',
    ],
    ['functions', `<m:func><m:fName>${letters('sin')}</m:fName><m:e>${letters('θ')}</m:e></m:func>`, '\\sin θ'],
    ['limits', `<m:limLow><m:e>${letters('lim')}</m:e><m:lim>${letters('n→∞')}</m:lim></m:limLow>`, '\\lim_{n→∞}'],
    [
      'matrices',
      `<m:m><m:mr><m:e>${letters('1')}</m:e><m:e>${letters('0')}</m:e></m:mr><m:mr><m:e>${letters('0')}</m:e><m:e>${letters('1')}</m:e></m:mr></m:m>`,
      '\\begin{matrix}1 & 0 \\\\ 0 & 1\\end{matrix}',
    ],
    [
      'matrices in brackets',
      `<m:d><m:dPr><m:begChr m:val="["/><m:endChr m:val="]"/></m:dPr><m:e><m:m><m:mr><m:e>${letters('a')}</m:e><m:e>${letters('b')}</m:e></m:mr></m:m></m:e></m:d>`,
      '\\begin{bmatrix}a & b\\end{bmatrix}',
    ],
    [
      'cases',
      `<m:d><m:dPr><m:begChr m:val="{"/><m:endChr m:val=""/></m:dPr><m:e><m:eqArr><m:e>${letters('1,&amp;x>0')}</m:e><m:e>${letters('0,&amp;x≤0')}</m:e></m:eqArr></m:e></m:d>`,
      '\\begin{cases}1,&x>0 \\\\ 0,&x≤0\\end{cases}',
    ],
    [
      'lists of equations',
      `<m:eqArr><m:e>${letters('a&amp;=b')}</m:e><m:e>${letters('&amp;=c')}</m:e></m:eqArr>`,
      '\\begin{aligned}a&=b \\\\ &=c\\end{aligned}',
    ],
    [
      'integrals',
      `<m:nary><m:naryPr/><m:sub>${letters('0')}</m:sub><m:sup>${letters('∞')}</m:sup><m:e>${letters('f')}</m:e></m:nary>`,
      '\\int_0^∞ f',
    ],
    [
      'products without limits',
      `<m:nary><m:naryPr><m:chr m:val="∏"/><m:subHide m:val="1"/><m:supHide m:val="1"/></m:naryPr><m:sub/><m:sup/><m:e>${letters('p')}</m:e></m:nary>`,
      '\\prod p',
    ],
    ['square roots', `<m:rad><m:radPr><m:degHide m:val="1"/></m:radPr><m:deg/><m:e>${letters('2')}</m:e></m:rad>`, '\\sqrt{2}'],
    ['tall brackets', `<m:d><m:dPr/><m:e>${fraction(letters('1'), letters('2'))}</m:e></m:d>`, '\\left(\\frac{1}{2}\\right)'],
    ['absolute values', `<m:d><m:dPr><m:begChr m:val="|"/><m:endChr m:val="|"/></m:dPr><m:e>${letters('x')}</m:e></m:d>`, '|x|'],
    [
      'accents over several letters',
      `<m:acc><m:accPr><m:chr m:val="⃗"/></m:accPr><m:e>${letters('AB')}</m:e></m:acc>`,
      '\\overrightarrow{AB}',
    ],
    ['lines above', `<m:bar><m:barPr><m:pos m:val="top"/></m:barPr><m:e>${letters('x')}</m:e></m:bar>`, '\\overline{x}'],
    ['lines below', `<m:bar><m:barPr/><m:e>${letters('x')}</m:e></m:bar>`, '\\underline{x}'],
    [
      'braces below',
      `<m:limLow><m:e><m:groupChr><m:groupChrPr/><m:e>${letters('a+b')}</m:e></m:groupChr></m:e><m:lim>${letters('n')}</m:lim></m:limLow>`,
      '\\underbrace{a+b}_{n}',
    ],
    [
      'braces above',
      `<m:groupChr><m:groupChrPr><m:chr m:val="⏞"/><m:pos m:val="top"/></m:groupChrPr><m:e>${letters('a')}</m:e></m:groupChr>`,
      '\\overbrace{a}',
    ],
    ['upper limits', `<m:limUpp><m:e>${letters('=')}</m:e><m:lim>${letters('!')}</m:lim></m:limUpp>`, '\\overset{!}{=}'],
    ['boxes', `<m:borderBox><m:e>${letters('x')}</m:e></m:borderBox>`, '\\boxed{x}'],
    ['phantoms', `<m:phant><m:phantPr><m:show m:val="0"/></m:phantPr><m:e>${letters('x')}</m:e></m:phant>${letters('y')}`, '\\phantom{x}y'],
    [
      'indices before',
      `<m:sPre><m:sub>${letters('6')}</m:sub><m:sup>${letters('14')}</m:sup><m:e>${letters('C')}</m:e></m:sPre>`,
      '{}_6^{14}C',
    ],
    [
      'logarithms',
      `<m:func><m:fName><m:sSub><m:e>${letters('log')}</m:e><m:sub>${letters('2')}</m:sub></m:sSub></m:fName><m:e>${letters('n')}</m:e></m:func>`,
      '\\log_2 n',
    ],
    ['functions of one’s own', `<m:func><m:fName>${letters('erf')}</m:fName><m:e>${letters('x')}</m:e></m:func>`, '\\operatorname{erf} x'],
    ['text', `<m:r><m:rPr><m:nor/></m:rPr><m:t>if </m:t></m:r>${letters('x')}`, '\\text{if }x'],
    ['upright units', `<m:r><m:rPr><m:sty m:val="p"/></m:rPr><m:t>mol</m:t></m:r>`, '\\mathrm{mol}'],
    ['letters of alphabets', letters('𝑥∈ℝ, 𝐯, 𝔸, ℎ'), 'x∈ℝ, \\mathbf{v}, \\mathbb{A}, h'],
    ['double-struck runs', '<m:r><m:rPr><m:scr m:val="double-struck"/></m:rPr><m:t>R</m:t></m:r>', '\\mathbb{R}'],
    ['primes and dots', `<m:sSup><m:e>${letters('f')}</m:e><m:sup>${letters('′')}</m:sup></m:sSup>${letters('⋅g')}`, "f'\\cdot g"],
    ['words of another script', letters('質量'), '\\text{質量}'],
    ['fractions on a line', fraction(letters('a+b'), letters('2'), '<m:fPr><m:type m:val="lin"/></m:fPr>'), '{a+b}/2'],
    ['marks over a letter', `<m:acc><m:accPr/><m:e>${letters('p')}</m:e></m:acc>`, '\\hat{p}'],
  ])('are written as LaTeX that can be drawn: %s', async (_name, inner, expected) => {
    expect(textsOf(await read({ slides: [shape(equation(inner))] }))).toEqual([`\\[${expected}\\]`]);
    expect(drawFormula({ latex: expected, isDisplay: true })).toBeDefined();
  });

  it.each([
    ['a number', letters('12,5 '), '12,5'],
    ['nothing', '', undefined],
    ['signs of LaTeX', letters('5% of {a}_b &amp; \\$c#'), '\\[5\\% of \\{a\\}\\_b \\& \\backslash \\$c\\#\\]'],
    ['a text that is in no run', '<m:e><m:t>a\\) b\\]</m:t></m:e>', '\\[a) b]\\]'],
  ])('have no delimiters for %s, and keep their own', async (_name, inner, expected) => {
    expect(textsOf(await read({ slides: [shape(equation(inner))] }))).toEqual(expected === undefined ? [] : [expected]);
  });

  it.each([
    [
      'between places',
      `<m:d><m:dPr><m:sepChr m:val="${'ab'.repeat(50_000)}"/></m:dPr>${`<m:e>${letters('0')}</m:e>`.repeat(12_000)}</m:d>`,
    ],
    ['over a letter', `<m:acc><m:accPr><m:chr m:val="${'\u0301\u0316'.repeat(20_000)}"/></m:accPr><m:e>${letters('p')}</m:e></m:acc>`],
  ])('accept no operator of a hundred thousand letters %s', async (_name, inner) => {
    const texts = textsOf(await read({ slides: [shape(equation(inner))] }));
    expect(texts.join('').length).toBeLessThan(200_000);
    expect(texts.join('')).not.toMatch(/(?:ab){5}|\p{M}{9}/u);
  });

  it('appear once in their sentence, although programs store other forms as well', async () => {
    const deck = await read({
      slides: [
        shape(
          `<a:p><a:r><a:t>Energy is </a:t></a:r><mc:AlternateContent><mc:Choice Requires="a14"><a14:m xmlns:a14="a14"><m:oMath>${letters('E=m')}<m:sSup><m:e>${letters('c')}</m:e><m:sup>${letters('2')}</m:sup></m:sSup></m:oMath></a14:m></mc:Choice><mc:Fallback><a:r><a:t>E=mc2</a:t></a:r></mc:Fallback></mc:AlternateContent><a:r><a:t>, always.</a:t></a:r></a:p>`,
        ),
      ],
    });
    expect(textsOf(deck)).toEqual(['Energy is \\(E=mc^2\\), always.']);
  });
});

describe('text of any script', () => {
  it('keeps the order of runs and drops marks that only control the display', async () => {
    const deck = await read({
      slides: [
        shape(
          '<a:p><a:pPr rtl="1"/><a:r><a:rPr lang="ar-SA"/><a:t>\u202bالقلب \u200f</a:t></a:r><a:r><a:t>ECG\u200e</a:t></a:r><a:r><a:t> يضخ الدم\u202c</a:t></a:r></a:p>' +
            paragraph('\u2067שלום\u2069 עולם') +
            paragraph('می\u200cخواهم') +
            paragraph('心脏（heart）：推动\u3000血液。') +
            paragraph('심장은 혈액을 「펌프」한다'),
        ),
      ],
    });
    expect(textsOf(deck)).toEqual([
      'القلب ECG يضخ الدم',
      'שלום עולם',
      'می\u200cخواهم',
      '心脏（heart）：推动 血液。',
      '심장은 혈액을 「펌프」한다',
    ]);
  });

  it('replaces lone surrogates and reads Office’s escapes', async () => {
    const deck = await read({
      slides: [shape(paragraph('a&#xD83D;b') + paragraph('c&#xD83D;&#xDE00;') + paragraph('one_x000B_two') + paragraph('x_x0041_'))],
    });
    expect(textsOf(deck)).toEqual(['a\ufffdb', 'c😀', 'one two', 'x_x0041_']);
  });
});

it('reads links as their text and ignores comments', async () => {
  const deck = await read({
    slides: [
      shape(
        '<a:p><a:r><a:rPr><a:hlinkClick r:id="h1" tooltip="a tip"/></a:rPr><a:t>the guideline</a:t></a:r></a:p><a:p><a:r><a:t>www.example.org</a:t></a:r></a:p>',
      ),
    ],
    relationships: {
      1: `${relationship('c1', 'comments', '../comments/comment1.xml')}<Relationship Id="c2" Type="http://schemas.microsoft.com/office/2018/10/relationships/comments" Target="../comments/modern.xml"/><Relationship Id="h1" Type="x/hyperlink" Target="https://example.org/hidden" TargetMode="External"/>`,
    },
    parts: {
      'ppt/comments/comment1.xml': `<p:cmLst ${namespaces}><p:cm><p:text>Fix this slide</p:text></p:cm></p:cmLst>`,
      'ppt/comments/modern.xml': `<p188:cmLst xmlns:p188="x" ${namespaces}><p188:cm><p188:txBody>${paragraph('Still to fix')}</p188:txBody></p188:cm></p188:cmLst>`,
    },
  });
  expect(textsOf(deck)).toEqual(['the guideline', 'www.example.org']);
});

it('keeps cells in their rows and columns where cells are merged across and down', async () => {
  const cell = (text: string, attributes = ''): string =>
    `<a:tc${attributes}><a:txBody>${text === '' ? '<a:p/>' : paragraph(text)}</a:txBody></a:tc>`;
  const row = (...cells: string[]): string => `<a:tr>${cells.join('')}</a:tr>`;
  const deck = await read({
    slides: [
      frame(
        `<a:tbl>${row(cell('Class', ' rowSpan="2"'), cell('Drug'), cell('Dose'))}${row(cell('old words', ' vMerge="1"'), cell('Digoxin'), cell('0.25 mg'))}${row(cell('All', ' gridSpan="2"'), cell('', ' hMerge="true"'), `<a:tc><a:txBody>${paragraph('daily,')}${paragraph('orally')}</a:txBody></a:tc>`)}</a:tbl>`,
      ),
    ],
  });
  expect(deck.slides[0]?.paragraphs.map(({ cells }) => cells)).toEqual([
    ['Class', 'Drug', 'Dose'],
    ['', 'Digoxin', '0.25 mg'],
    ['All', '', 'daily, orally'],
  ]);
});
