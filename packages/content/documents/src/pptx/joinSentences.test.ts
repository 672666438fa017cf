import type { Paragraph } from './deck.ts';
import { deckBytes, paragraph, shape, transform } from '../../testing/decks.ts';
import { joinWrapped } from './joinSentences.ts';
import { readDeck } from './readDeck.ts';

describe('joinWrapped', () => {
  const notes = (texts: readonly string[], more: Partial<Paragraph> = {}): Paragraph[] =>
    texts.map((text, at) => ({ part: 'notes', paragraph: at + 1, kind: 'paragraph', level: 0, text, ...more }));
  const textsOf = (texts: readonly string[], more?: Partial<Paragraph>): string[] =>
    joinWrapped(notes(texts, more)).map(({ text }) => text);

  it('only joins lines of one sentence', () => {
    expect(
      textsOf([
        'When people know what their ward is trying to reach, and what they must',
        'contribute to it, they work together. Planning reduces what is uncertain, so that they can respond',
        'effectively.',
        'In addition, planning shows what is done twice.',
      ]),
    ).toEqual([
      'When people know what their ward is trying to reach, and what they must contribute to it, they work together. Planning reduces what is uncertain, so that they can respond effectively.',
      'In addition, planning shows what is done twice.',
    ]);
  });

  it.each([
    [
      'lines of a list in lower case',
      ['mitigates the loss of data that cannot be measured again later', 'saves the time of those who would have to do it again'],
    ],
    ['a short line', ['What a copy is good for', 'saving the time of those who would do it again']],
    ['a line that ends', ['A copy saves the time of those who would have to do it again.', 'iPhones are copied by themselves']],
    [
      'a line that announces others',
      ['A copy has these advantages for all who work with the same data:', 'less is lost when a disk fails'],
    ],
    [
      'a symbol that begins in lower case',
      ['The messenger of the cell nucleus is made in several steps', 'mRNA carries the message to the ribosomes.'],
    ],
    ['instructions without stops', ['Give the drug with a glass of water an hour before breakfast', 'do not lie down for thirty minutes']],
    ['a line in upper case below', ['A copy saves the time of those who would have to do it again', 'Disks fail without a warning']],
  ])('leaves %s alone', (_name, texts) => {
    expect(textsOf(texts)).toEqual(texts);
  });

  it('joins a line that begins within a sentence even without a final stop', () => {
    const [above, below] = ['It seems that a team needs at least four years', 'of formal planning before it shows'];
    expect(textsOf([`Studies agree in this. ${above}`, below])).toEqual([`Studies agree in this. ${above} ${below}`]);
  });

  it('joins neither bullets nor lines of different shapes', () => {
    const [above = '', below = ''] = ['Planning reduces what is uncertain, so that all who work here can respond', 'effectively.'];
    expect(textsOf([above, below], { kind: 'bullet' })).toEqual([above, below]);
    const [first, second] = [...notes([above], { part: 'body', shape: 1 }), ...notes([below], { part: 'body', shape: 2 })];
    expect(joinWrapped([first, second].filter((each) => each !== undefined))).toHaveLength(2);
  });
});

describe('joinBoxes', () => {
  interface TestBox {
    text: string;
    left?: number;
    top?: number;
  }

  /** Returns the texts of a slide with a title and these boxes, by default in one column. */
  async function boxTextsOf(boxes: readonly (TestBox | string)[]): Promise<string[]> {
    const shapes = boxes.map((box, index) => {
      const { text, left = 100, top = 100 + 60 * index } = typeof box === 'string' ? { text: box } : box;
      return shape(
        text
          .split('|')
          .map((each) => paragraph(each))
          .join(''),
        undefined,
        transform(left, top, 400, 50),
      );
    });
    const deck = await readDeck(await deckBytes({ slides: [shape(paragraph('The heart'), 'title') + shapes.join('')] }));
    return (deck.slides[0]?.paragraphs ?? []).slice(1).map(({ text }) => text);
  }

  it.each([
    ['the next one begins in lower case', ['The left ventricle pumps the blood', 'into the aorta and the whole body.']],
    ['the sentence ends in the third one', ['The left ventricle pumps', 'the blood into the aorta', 'and through the whole body.']],
    ['the last one has no end', ['The valve between the left atrium and the', 'Left ventricle has two leaflets']],
    ['the last one ends in a comma', ['When the pressure rises,', 'Blood flows back']],
    ['in another language', ['Das Herz pumpt das Blut in einer Minute', 'fünf Mal durch den ganzen Körper.']],
  ])('joins the boxes of a sentence: %s', async (_name, boxes) => {
    expect(await boxTextsOf(boxes)).toEqual([boxes.join(' ')]);
  });

  it('joins the last paragraph of a box to the first one of the next', async () => {
    expect(await boxTextsOf(['It has four chambers.|The left one pumps', 'into the aorta.|The right one is thin.'])).toEqual([
      'It has four chambers.',
      'The left one pumps into the aorta.',
      'The right one is thin.',
    ]);
  });

  it.each([
    ['labels', ['left atrium', 'left ventricle', 'aorta']],
    ['a label below another one', ['Left atrium', 'mitral valve']],
    ['sentences', ['The heart pumps.', 'The lungs breathe.']],
    ['what begins in upper case', ['The heart pumps', 'The lungs breathe']],
    ['a heading with a colon', ['The chambers:', 'two atria and two ventricles.']],
    ['a symbol in lower case', ['The product of the cell nucleus', 'mRNA leaves it.']],
    ['boxes beside each other', [{ text: 'The left ventricle pumps' }, { text: 'into the aorta.', left: 550, top: 100 }]],
    ['boxes far from each other', [{ text: 'The left ventricle pumps' }, { text: 'into the aorta.', top: 400 }]],
  ])('leaves %s alone', async (_name, boxes) => {
    expect(await boxTextsOf(boxes)).toEqual(boxes.map((box) => (typeof box === 'string' ? box : box.text)));
  });

  it('does not use part of a sentence as the title', async () => {
    const boxes = ['The left ventricle pumps', 'the blood into the aorta.'].map((text, index) =>
      shape(paragraph(text), undefined, transform(100, 100 + 60 * index, 400, 50)),
    );
    const deck = await readDeck(await deckBytes({ slides: [boxes.join('')] }));
    expect(deck.slides[0]?.paragraphs.map(({ text }) => text)).toEqual(['The left ventricle pumps the blood into the aorta.']);
  });
});
