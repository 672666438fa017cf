import { quantitiesOf, valuesOf } from './numbers.ts';

it.each(['constructor', 'toString', 'hasOwnProperty'])(
  'takes the word “%s” of a lecture on programming for no number and no unit',
  (word) => {
    const text = `A ${word} makes an object. It has 5 ${word}.`;
    expect(quantitiesOf(text)).toEqual([{ value: '5', unit: undefined }]);
    expect([...valuesOf(text)]).toEqual(['5']);
  },
);

it('reads numbers in digits and in words', () => {
  expect(quantitiesOf('Twelve mg, 3 kilograms and 1,000 patients')).toEqual([
    { value: '3', unit: 'kg' },
    { value: '1000', unit: undefined },
    { value: '12', unit: undefined },
  ]);
});

it.each([
  ['about five grams', ['5 g']],
  ['twenty-five percent of seven', ['25 %', '7']],
  ['forty one, or thirty to fifty minutes', ['41', '30', '50 min']],
  ['one of two in both', ['2']],
])('reads every number in words: %s', (text, numbers) => {
  expect(quantitiesOf(text).map(({ value, unit = '' }) => `${value} ${unit}`.trim())).toEqual(numbers);
});
