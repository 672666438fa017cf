import { guideStyleLimitation, guideStyleNotice, namedGuideStyle } from './guideStyle.ts';

it.each([
  ['adpie, please', 'ADPIE'],
  ['SOAP', 'SOAP'],
  ['a soap note', 'SOAP'],
  ['how soap is made', undefined],
  ['cornell notes', 'Cornell'],
  ['outline', undefined],
])('“%s” asks for %s by name', (preference, name) => {
  expect(namedGuideStyle(preference)).toBe(name);
});

it.each(['ADPIE', 'IRAC please', 'SOAP'])('tells before what a guide in the style of “%s” may end with', (preference) => {
  const [name] = preference.split(' ');
  expect(guideStyleNotice(preference, 'offline')).toMatch(
    new RegExp(`parts of ${name}\\. If less than a third .* ends with an? ${name} worksheet\\.$`),
  );
  expect(guideStyleLimitation(preference)).toBeUndefined();
});

it.each(['', 'Cornell', 'outline', 'Brief'])('nothing is said of “%s”, which is followed', (preference) => {
  expect(guideStyleNotice(preference, 'offline')).toBeUndefined();
  expect(guideStyleLimitation(preference)).toBeUndefined();
});

it('before and after the generation, what is not followed is named', () => {
  expect(guideStyleNotice('as a pirate song', 'offline')).toBe(
    '“as a pirate song” cannot be followed: Lectern knows the styles ADPIE, IRAC, SOAP, and Cornell, outlines and short guides. Your guide will have its usual form.',
  );
  expect(guideStyleLimitation('as a pirate song')).toBe('“as a pirate song” could not be followed: your guide has its usual form.');
  expect(guideStyleNotice('a glossary in the words of pirates', 'offline')).toBe(
    'Of “a glossary in the words of pirates”, Lectern puts the key terms first. The rest cannot be followed.',
  );
  expect(guideStyleLimitation('a glossary in the words of pirates')).toBe(
    'Of “a glossary in the words of pirates”, Lectern put the key terms first. The rest could not be followed.',
  );
});

it('a language model follows every style, and nothing is claimed of an engine that is not known', () => {
  for (const engine of ['openai:gpt-5-mini', undefined]) expect(guideStyleNotice('as a pirate song', engine)).toBeUndefined();
});
