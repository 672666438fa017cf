import { matchesBack } from './matchesBack';

test.each([
  ['the mitochondrion', 'Mitochondrion', 'case and an article'],
  ['purkinje fibres.', 'Purkinje fibres', 'punctuation'],
  ['Menieres disease', 'Ménière’s disease', 'accents, and a left-out apostrophe'],
  ['mitochondrian', 'mitochondrion', 'another letter'],
  ['mitchondrion', 'mitochondrion', 'a letter too few'],
  ['mitocchondrion', 'mitochondrion', 'a letter too many'],
  ['mitohcondrion', 'mitochondrion', 'two letters swapped'],
  ['interstitial fluid', 'Interstitial fluid (IF)', 'without the brackets'],
  ['IF', 'Interstitial fluid (IF)', 'what stands in brackets'],
  ['20 percents', '20 percent', 'a typo beside a number'],
])('"%s" is right for "%s": %s', (typed, back) => {
  expect(matchesBack(typed, back)).toBe(true);
});

test.each([
  ['', 'Mitochondrion', 'nothing'],
  ['...', '...', 'nothing but punctuation'],
  ['bat', 'cat', 'a short word with another letter'],
  ['15 mg', '16 mg', 'another number'],
  ['1 mg/l', '11 mg/l', 'a number with a digit less'],
  ['mtochndrion', 'mitochondrion', 'two typos'],
  ['mitosis', 'meiosis', 'another word'],
])('"%s" is not right for "%s": %s', (typed, back) => {
  expect(matchesBack(typed, back)).toBe(false);
});

test('a long answer has to be the same but for case and punctuation', () => {
  const back = 'It pumps blood. '.repeat(20);
  expect(matchesBack(back.toUpperCase(), back)).toBe(true);
  expect(matchesBack(back.replace('pumps', 'pump'), back)).toBe(false);
});

test('compares words, without the marks of bold and italic', () => {
  expect(matchesBack('mitosis', '**mitosis**')).toBe(true);
  expect(matchesBack('snake_case', '`snake_case`')).toBe(true);
});
