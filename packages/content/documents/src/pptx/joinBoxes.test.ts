import { readDeck } from './readDeck.ts';
import { deckBytes, paragraph, shape, transform } from './testing.ts';

interface TestBox {
  text: string;
  left?: number;
  top?: number;
}

/** The texts of a slide with a title and these boxes, by default in one column. */
async function textsOf(boxes: readonly (TestBox | string)[]): Promise<string[]> {
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
  expect(await textsOf(boxes)).toEqual([boxes.join(' ')]);
});

it('joins the last paragraph of a box to the first one of the next', async () => {
  expect(await textsOf(['It has four chambers.|The left one pumps', 'into the aorta.|The right one is thin.'])).toEqual([
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
  expect(await textsOf(boxes)).toEqual(boxes.map((box) => (typeof box === 'string' ? box : box.text)));
});

it('does not take a part of a sentence for the title', async () => {
  const boxes = ['The left ventricle pumps', 'the blood into the aorta.'].map((text, index) =>
    shape(paragraph(text), undefined, transform(100, 100 + 60 * index, 400, 50)),
  );
  const deck = await readDeck(await deckBytes({ slides: [boxes.join('')] }));
  expect(deck.slides[0]?.paragraphs.map(({ text }) => text)).toEqual(['The left ventricle pumps the blood into the aorta.']);
});
