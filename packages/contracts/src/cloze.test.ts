import { cardsOfGaps, clozeAnswers, clozeQuestion, gapNumbers } from './cloze.ts';

test.each([
  ['{{c1::a}} b {{c2::c::hint}}', 1, '[...] b c', 'a'],
  ['{{c1::a}} b {{c2::c::hint}}', 2, 'a b [hint]', 'c'],
  ['{{c1::a}} {{c1::b}}', 1, '[...] [...]', 'a|b'],
  ['{{c1::out {{c2::in}} side}}', 2, 'out [...] side', 'in'],
  ['{{c1::out {{c2::in}} side}}', 1, '[...]', 'out in side'],
  ['{{c1,2::both}}', 2, '[...]', 'both'],
  ['{{c1::std::vector}}', 1, '[vector]', 'std'],
  ['{{c1::a}} and }} and {{ and ::', 1, '[...] and }} and {{ and ::', 'a'],
  ['{{c1::never ends', 1, undefined, undefined],
  ['no gap', 1, undefined, undefined],
])('%j, gap %i: %j', (field, number, question, answer) => {
  expect(clozeQuestion(field, number)).toBe(question);
  expect(clozeAnswers(field, number)).toEqual(answer?.split('|') ?? []);
});

test('lists gap numbers once and in order', () => {
  expect(gapNumbers('{{c3::a}} {{c1::b {{c2,3::c}}}}')).toEqual([1, 2, 3]);
  expect(gapNumbers('{{c1::never ends and {{b')).toEqual([]);
});

describe('cardsOfGaps', () => {
  test('a text without gaps is one card', () => {
    expect(cardsOfGaps({ front: 'a', back: 'b' })).toEqual([{ front: 'a', back: 'b' }]);
  });

  test('each number is a card; the other side is shown with it', () => {
    expect(cardsOfGaps({ front: 'Cell', back: '{{c1::ATP}} is made in {{c2::mitochondria}} ({{c2::plants}} too)' })).toEqual([
      { front: 'Cell\n[...] is made in mitochondria (plants too)', back: 'ATP' },
      { front: 'Cell\nATP is made in [...] ([...] too)', back: 'mitochondria\nplants' },
    ]);
    expect(cardsOfGaps({ front: '{{c1::ATP}} carries energy', back: 'Not ADP' })).toEqual([
      { front: '[...] carries energy', back: 'ATP\nNot ADP' },
    ]);
    expect(cardsOfGaps({ front: '', back: '{{c1::ATP}} carries energy' }, '…')).toEqual([{ front: '[…] carries energy', back: 'ATP' }]);
  });
});
