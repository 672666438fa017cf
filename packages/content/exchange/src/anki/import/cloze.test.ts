import { growthOf } from '@lectern/test-servers';
import { clozeAnswers, clozeQuestion, gapNumbers } from './cloze.ts';

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

test('takes linear time', async () => {
  for (const piece of ['{{c1::', '}}', '::', '{{c1::a::', '{{c1::a}}'])
    expect(
      await growthOf((size) => () => clozeQuestion(piece.repeat(size), 1), { size: 5_000, harmlessMs: 50, most: 8 }),
    ).toBeLessThanOrEqual(8);
});
