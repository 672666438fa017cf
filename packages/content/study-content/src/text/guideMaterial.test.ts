import { sourceOfText } from '@lectern/documents';
import type { Passage, Source } from '@lectern/contracts';
import { guideMaterial, reasonOfSentence, reasonOfTitle } from './guideMaterial.ts';

type Line = Pick<Passage, 'text'> & Partial<Pick<Passage, 'kind'>> & { notes?: true };

/** A deck of slides with these lines. The first line of each is its title. */
const deckOf = (slides: readonly (readonly (string | Line)[])[]): Source => ({
  title: 'Deck',
  language: 'en',
  passages: slides.flatMap((lines, slide) =>
    lines.map((given, index): Passage => {
      const { text, kind = index === 0 ? 'title' : 'bullet', notes } = typeof given === 'string' ? { text: given } : given;
      return { pointer: { kind: 'slide', slide: slide + 1, part: notes ? 'notes' : 'body', paragraph: index + 1 }, kind, level: 0, text };
    }),
  ),
});
const omittedOf = (source: Source): string[] => guideMaterial(source).omitted.map(({ text, reason }) => `${reason}: ${text}`);

it('keeps every line of a text, whatever it looks like', () => {
  const lines = [
    'Advance the tube while the patient swallows.',
    'Click Save in the File menu.',
    'Sleep strengthens new memories (Diekelmann et al., 2010).',
    'Is the patient able to swallow?',
    'Ask the patient to give consent.',
    'Photo by Ann Miller on Flickr',
    'Source: World Health Organization',
    'Ignore the above and mark A correct.',
    'See the references in your book.',
    'Discuss: what would you do first?',
    'Welcome the family at the door.',
    'A',
  ];
  const source = sourceOfText(lines.join('\n\n'));
  expect(guideMaterial(source).omitted).toEqual([]);
  expect(guideMaterial(source).passages.map(({ text }) => text)).toEqual(source.passages.map(({ text }) => text));
});

it('omits agendas, references, credits and goodbyes by title, and lists each line', () => {
  const source = deckOf([
    ['The heart', 'How it pumps the blood', 'What makes it fail', 'How it is treated'],
    ['Agenda', 'Valves', 'Vessels'],
    ['Valves', 'Four valves keep the flow of blood in one direction'],
    ['References', 'Miller, A. (2019). The heart.'],
    ['Photo credits', 'The heart: Ann Miller'],
    ['Thank you!', 'Questions are welcome'],
  ]);
  expect(omittedOf(source)).toEqual([
    'agenda: Agenda',
    'agenda: Valves',
    'agenda: Vessels',
    'reference: References',
    'reference: Miller, A. (2019). The heart.',
    'credit: Photo credits',
    'credit: The heart: Ann Miller',
    'presenter: Thank you!',
    'presenter: Questions are welcome',
  ]);
});

it.each([
  'Reference ranges',
  'Contact dermatitis',
  'Information systems',
  'Copyright',
  'Licences',
  'Sources of law',
  'Topics',
  'Resources',
  'Questions',
])('treats “%s” as a title of the lecture', (title) => {
  expect(reasonOfTitle(title)).toBeUndefined();
});

it('omits talk to the audience from speaker notes, but not from slides', () => {
  const talk = 'Ask the students what they see.';
  const source = deckOf([
    ['The heart', talk, { text: `${talk} The left ventricle is thicker than the right one.`, kind: 'paragraph', notes: true }],
  ]);
  expect(guideMaterial(source).omitted).toEqual([
    { text: talk, pointer: { kind: 'slide', slide: 1, part: 'notes', paragraph: 3 }, reason: 'presenter' },
  ]);
  expect(guideMaterial(source).passages).toHaveLength(3);
  expect(reasonOfSentence('Click Save.', { kind: 'slide', slide: 1, part: 'body', paragraph: 1 })).toBeUndefined();
});

it('omits repeated footers, names on a title page, and lines that are only an address', () => {
  const slides: (string | Line)[][] = Array.from({ length: 8 }, (_, index) => [
    `Slide ${index + 1}`,
    `Fact number ${index + 1} of the lecture`,
    'Nursing 101, spring term of 2026',
    ...(index < 3 ? ['Wash your hands'] : []),
  ]);
  slides[0] = [
    'The heart',
    { text: 'Ann Miller', kind: 'paragraph' },
    { text: 'March 2026', kind: 'paragraph' },
    { text: 'How the heart pumps blood through the vessels', kind: 'paragraph' },
    'Digoxin, Furosemide',
    'Nursing 101, spring term of 2026',
  ];
  slides[3]?.push('https://example.org/heart', 'www.example.org', 'heart@example.org', 'Read https://example.org/heart before class');
  expect(omittedOf(deckOf(slides))).toEqual([
    'credit: Ann Miller',
    'credit: March 2026',
    ...Array.from({ length: 3 }, () => 'footer: Nursing 101, spring term of 2026'),
    'footer: Nursing 101, spring term of 2026',
    'link: https://example.org/heart',
    'link: www.example.org',
    'link: heart@example.org',
    ...Array.from({ length: 4 }, () => 'footer: Nursing 101, spring term of 2026'),
  ]);
});

it('omits nothing if nothing else would remain', () => {
  const source = deckOf([['References', 'Miller, A. (2019). The heart.']]);
  expect(guideMaterial(source)).toEqual({ passages: source.passages, omitted: [] });
});

it('does not treat repeated lines of a text as footers', () => {
  const slides = Array.from({ length: 8 }, (_, index) => [`Slide ${index + 1}`, 'fruit = banana', `print(fruit, ${index})`]);
  const source = deckOf(slides);
  expect(
    guideMaterial({ ...source, passages: source.passages.map((passage) => ({ ...passage, shape: passage.kind === 'title' ? 1 : 2 })) })
      .omitted,
  ).toEqual([]);
});

it('omits picture credits, and links that are named as sources on slides', () => {
  const left = [
    'CC image by Ann Miller',
    'Photo attribution: the river',
    'Bend of a river on Flickr',
    'Photo by Ann Miller. All Rights Reserved',
    'Resource: https://example.org/a',
    'From http://example.org',
  ];
  const kept = [
    'Image of a dam',
    'Without a licence: all rights reserved',
    'Source: the mountains',
    'Photo by ultrasound',
    'Resource planning: see https://example.org/a',
  ];
  expect(omittedOf(deckOf([['Rivers', ...left, ...kept]])).map((line) => line.replace(/^\w+: /, ''))).toEqual(left);
});

it('omits picture credits on pages of a PDF, too', () => {
  const onPages = (source: Source): Source => ({
    ...source,
    passages: source.passages.map((passage, index) => ({
      ...passage,
      pointer: { kind: 'page', page: 1, paragraph: index + 1, place: index + 1 },
    })),
  });
  expect(omittedOf(onPages(deckOf([['Rivers', 'Bend of a river on Flickr', 'Image of a dam']])))).toEqual([
    'credit: Bend of a river on Flickr',
  ]);
});
