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
