import { authorsAlt } from './authorsAlt.ts';

it.each([
  'A close up of text on a white background\n\nDescription automatically generated',
  'A close up of text on a white background',
  'A picture containing text, clipart',
  'Diagram\n\nAI-generated content may be incorrect.',
  'Ein Bild, das Text enthält.\n\nAutomatisch generierte Beschreibung',
  'Une image contenant texte\n\nDescription générée automatiquement',
  'Imagen que contiene texto\n\nDescripción generada automáticamente',
  '텍스트이(가) 표시된 사진\n\n자동 생성된 설명',
  'A screenshot of a computer',
  'image1.png',
  'C:\\Users\\me\\Desktop\\5192384236_m.JPG',
  'https://example.org/heart?size=large',
  'Picture 3',
  'Picture',
  'IMG_0042',
  'Google Shape;55;p13',
  ' ',
])('%j was not written by an author', (alt) => {
  expect(authorsAlt(alt)).toBe('');
});

it.each(['Picture of a heart', 'A heart, close up', 'Screenshot of the settings', 'Image formation in a lens', 'H2O', 'Graphic novel'])(
  '%j is',
  (alt) => {
    expect(authorsAlt(alt)).toBe(alt);
  },
);
