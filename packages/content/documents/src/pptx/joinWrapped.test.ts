import type { Paragraph } from './deck.ts';
import { joinWrapped } from './joinSentences.ts';

const notes = (texts: readonly string[], more: Partial<Paragraph> = {}): Paragraph[] =>
  texts.map((text, at) => ({ part: 'notes', paragraph: at + 1, kind: 'paragraph', level: 0, text, ...more }));
const textsOf = (texts: readonly string[], more?: Partial<Paragraph>): string[] => joinWrapped(notes(texts, more)).map(({ text }) => text);

it('joins the lines of a sentence, and no others', () => {
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
  ['a line that announces others', ['A copy has these advantages for all who work with the same data:', 'less is lost when a disk fails']],
  [
    'a symbol that begins in lower case',
    ['The messenger of the cell nucleus is made in several steps', 'mRNA carries the message to the ribosomes.'],
  ],
  ['instructions without stops', ['Give the drug with a glass of water an hour before breakfast', 'do not lie down for thirty minutes']],
  ['a line in upper case below', ['A copy saves the time of those who would have to do it again', 'Disks fail without a warning']],
])('leaves %s alone', (_name, texts) => {
  expect(textsOf(texts)).toEqual(texts);
});

it('joins a line that begins with a word from the middle of a sentence although the last stop is missing', () => {
  const [above, below] = ['It seems that a team needs at least four years', 'of formal planning before it shows'];
  expect(textsOf([`Studies agree in this. ${above}`, below])).toEqual([`Studies agree in this. ${above} ${below}`]);
});

it('joins neither bullets nor lines of different shapes', () => {
  const [above = '', below = ''] = ['Planning reduces what is uncertain, so that all who work here can respond', 'effectively.'];
  expect(textsOf([above, below], { kind: 'bullet' })).toEqual([above, below]);
  const [first, second] = [...notes([above], { part: 'body', shape: 1 }), ...notes([below], { part: 'body', shape: 2 })];
  expect(joinWrapped([first, second].filter((each) => each !== undefined))).toHaveLength(2);
});
