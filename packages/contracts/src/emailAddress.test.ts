import { domainToUnicode } from 'node:url';
import { asciiAddress, shownAddress } from './emailAddress.ts';
import { Email, emailProblem } from './primitives.ts';

const domains = [
  'bücher.example',
  'пример.example',
  'παράδειγμα.example',
  '例え.テスト',
  '한국.example',
  'नमूना.example',
  'مثال.example',
  'faß.example',
];

it.each(domains)('stores and shows an address at %s', (domain) => {
  const stored = asciiAddress(`ada@${domain}`);
  expect(stored).toMatch(/^ada@[\x21-\x7e]+$/);
  expect(domainToUnicode(stored.slice(4))).toBe(domain);
  expect(shownAddress(stored)).toBe(`ada@${domain}`);
});

it('knows all spellings of one address', () => {
  for (const typed of [
    'learner@bücher.example',
    'Learner@BÜCHER.example ',
    'learner@bu\u0308cher.example',
    'learner@bücher。example',
    'learner@XN--bcher-kva.example',
  ])
    expect(Email.parse(typed)).toBe('learner@xn--bcher-kva.example');
});

it.each([
  'a@bü cher.example',
  'a@bücher',
  'a@bücher.example:80',
  'a@x/bücher.example',
  'a@１２７.１',
  'ä@bücher.example',
  'a@b@bücher.example',
  `a@${'ü'.repeat(300)}.example`,
  `a@${'ü.'.repeat(200_000)}x`,
])('refuses what is no address: %#', (address) => {
  expect(emailProblem(address)).toBe('Please enter a valid email address');
});

it('shows a domain that imitates another one as mail servers know it', () => {
  // The first letter is Cyrillic.
  const stored = asciiAddress('a@аpple.example');
  expect(stored).toBe('a@xn--pple-43d.example');
  expect(shownAddress(stored)).toBe(stored);
  for (const damaged of ['a@xn--.example', 'a@xn--99999999.example', 'a@xn--a.example', 'a@xn--bcher-kva-.example', 'plain'])
    expect(shownAddress(damaged)).toBe(damaged);
});
