import { hasLargeMask } from './hasLargeMask.ts';

const large = '/Width 40000 /Height 40000';
const small = '/Width 40 /Height 40';

interface Parts {
  reference?: string;
  header?: string;
  size?: string;
  /** Replaces the mask's dictionary and stream. */
  object?: string;
}

/** A file with a masked picture. */
const fileOf = ({ reference = '/SMask 7 0 R', header = '7 0 obj', size = small, object }: Parts): string =>
  [
    '%PDF-1.7\n5 0 obj\n<< /Type /XObject /Subtype /Image /Width 80 /Height 64',
    ` ${reference} >>\nstream\nabc\nendstream\nendobj\n${header}\n`,
    object ?? `<< /Type /XObject /Subtype /Image ${size} /ColorSpace /DeviceGray /Filter /FlateDecode /Length 3 >>\nstream\nabc\nendstream`,
    '\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n',
  ].join('');
const isLarge = (text: string): boolean => hasLargeMask(Buffer.from(text, 'latin1'));

it.each<[string, Parts]>([
  ['a usual mask', {}],
  ['a mask without spaces', { reference: '/SMask 7 0 R/Length 3', size: '/Width 40/Height 40' }],
  ['lines that end in two characters', { reference: '/SMask\r\n7 0 R', header: '7 0 obj\r' }],
  ['a remark of a writer before the object', { header: '%% Original object ID: 9 0\n7 0 obj' }],
  ['parameters of the filter', { size: `${small} /DecodeParms << /Colors 1 /Columns 40 >>` }],
  ['a dictionary that ends in a text of digits', { size: `${small} /X << /Y <AB>>>` }],
  ['a list of colours', { reference: '/Mask [0 1 0 1]' }],
  ['a list of colours elsewhere', { reference: '/Mask 7 0 R', object: '[0 1 0 1]' }],
  ['no mask in a state of drawing', { reference: '/SMask /None' }],
  ['a mask that is drawn', { object: '<< /Type /Mask /S /Luminosity /G 9 0 R >>' }],
  ['a flag of another name', { reference: '/SMaskInData 1' }],
  ['escaped names of others', { reference: '/SMask 7 0 R /Name /#CB#CE#CC#E5 /Cs#201' }],
  ['the word in a text', { reference: '/SMask 7 0 R /Alt (var obj = objects; an obj)' }],
])('does not report %s', (_, parts) => {
  expect(isLarge(fileOf(parts))).toBe(false);
});

it('does not report a large picture without a mask', () => {
  expect(isLarge(fileOf({ reference: '', size: large, header: '7 0%x\nobj' }))).toBe(false);
});

it.each<[string, Parts]>([
  ['as usual', {}],
  ['with an escaped letter in its name', { reference: '/S#4dask 7 0 R' }],
  ['with all letters escaped', { reference: '/#53#4D#61#73#6b 7 0 R' }],
  ['with an escape that is no number', { reference: "/SM#5'sk 7 0 R" }],
  ['with a comment behind its name', { reference: '/SMask%\n7 0 R' }],
  ['with a comment in the reference', { reference: '/SMask 7%\n0 R' }],
  ['with zeros between', { reference: '/SMask\u00007\u00000\u0000R' }],
  ['with other blanks of PDFium', { reference: '/SMask\u00807\u00FF0 R' }],
  ['with many blanks', { reference: `/SMask${' '.repeat(50)}7 0 R` }],
  ['with a sign', { reference: '/SMask +7 0 R' }],
  ['with a comment in the header of the object', { header: '7 0%x\nobj' }],
  ['with a comment after the number of the object', { header: '7%x\n0 obj' }],
  ['with a long comment in the header', { header: `7 0 %${'x'.repeat(500)}\r obj` }],
  ['with zeros in the header', { header: '7\u00000\u0000obj' }],
  ['with many blanks in the header', { header: `7 0${' '.repeat(500)}obj` }],
  ['with a sign in the header', { header: '+7 0 obj' }],
  ['with a long number in the header', { header: '7 0000000 obj' }],
  ['with a comment before the dictionary', { header: '7 0 obj%x' }],
  ['with its width twice', { size: '/Width 4 /Width 40000 /Height 40000' }],
  ['with its height twice', { size: '/Height 4 /Width 40000 /Height 40000' }],
  ['with its width in another dictionary', { size: '/X << /Width 4 /Height 4 >> /Width 40000 /Height 40000' }],
  ['with an escaped width', { size: '/Width 4 /W#69dth 40000 /Height 40000' }],
  ['with a reference as its width', { size: `/Width 4${' '.repeat(30)}0 R /Height 40` }],
  ['with the end of the dictionary in a text', { size: '/Width 4 /Height 4 /X (>> stream) /Width 40000' }],
  ['with a word of the end in the dictionary', { size: '/Width 4 /Height 4 /X << >> stream /Width 40000' }],
  ['with the end of another dictionary in its stream', { object: `<< /X <AB<< > ${large} >>\nstream\n>>\nendobj\nendstream` }],
  ['with a comment in the dictionary', { size: '/Width %x\n40000 /Height 40000' }],
  ['with a comment before the stream', { object: `<< ${large} >>%x\nstream\nabc\nendstream` }],
  ['with a very long dictionary', { size: `/X [${'0 '.repeat(3_000)}] ${large}` }],
])('finds a large mask %s', (_, parts) => {
  expect(isLarge(fileOf({ size: large, ...parts }))).toBe(true);
});

it('finds the last of several objects with the mask’s number', () => {
  expect(isLarge(fileOf({}) + fileOf({ size: large }))).toBe(true);
});
