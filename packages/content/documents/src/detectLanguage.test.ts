import { languageLines } from '@lectern/test-servers';
import { detectLanguage, otherLanguage } from './detectLanguage.ts';

// Malay and Indonesian only differ in a few words.
const alike: Readonly<Record<string, string>> = { id: 'ms' };

it.each(languageLines)('detects %s by three short lines, and no other language rules it out', (language, three) => {
  const text = three.join('\n');
  expect(detectLanguage(text)).toBe(alike[language] ?? language);
  expect(otherLanguage(text.repeat(2), [alike[language] ?? language])).toBeUndefined();
});

it.each(['12 345 %', 'v = d / t\na = v / t\np = m v', 'Co', 'HTTP, TCP and IP', 'NaCl H2SO4 CH3COOH', ''])(
  'does not claim a language for %j',
  (text) => {
    expect(detectLanguage(text)).toBe('und');
  },
);

it('detects Korean and Japanese with many English terms', () => {
  expect(detectLanguage('Open source 라이선스는 software의 자유로운 사용을 허용한다. License compliance 프로그램이 필요하다.')).toBe('ko');
  expect(detectLanguage('Operating system は hardware を抽象化し、application に interface を提供する。')).toBe('ja');
});

it('only rules out a language if another one is much likelier', () => {
  const english = 'The kidneys filter the blood and make the urine of the body.';
  expect(otherLanguage(english, ['nl'])).toBe('en');
  expect(otherLanguage(english, ['nl', 'en'])).toBeUndefined();
  expect(otherLanguage('Nyrerne filtrerer blodet, og leveren danner galde i kroppen.', ['no'])).toBeUndefined();
  // Too short to tell, and material in an uncertain language.
  expect(otherLanguage('The kidneys filter.', ['nl'])).toBeUndefined();
  expect(otherLanguage(english, ['und'])).toBeUndefined();
});
