import type { Pointer, Source } from '@lectern/contracts';
import { placePictures, type PlacedPicture } from './placePictures.ts';

const sourceOf = (pointers: readonly Pointer[], language = 'en'): Source => ({
  title: 'Heart',
  language,
  passages: pointers.map((pointer) => ({ pointer, kind: 'paragraph', level: 0, text: 'It pumps.' })),
});
const slides = (language?: string): Source =>
  sourceOf(
    [1, 2, 3, 4, 5].map((slide) => ({ kind: 'slide', slide, part: 'body', paragraph: 1 })),
    language,
  );

const picture = (slide: number, alt = `Slide ${slide}`, digit = 'a'): PlacedPicture => ({ id: `${digit.repeat(32)}-${slide}`, slide, alt });
const guide = `# Heart

The heart pumps [2](#slide-2). Valves close [4](#slide-4).

## Key terms

- **Valve**: a flap [4](#slide-4)

## Chambers

Four chambers [2](#slide-2)

- Left [3](#slide-3)
- Right

### Walls

Thick walls [3](#slide-3)

## Valves

| Valve | Side |
| --- | --- |
| Mitral | left |

[4](#slide-4)

## Review questions

1. Which side? *Left.* [4](#slide-4)
`;

it('places a picture after the last block of a topic that cites its slide', () => {
  const placed = placePictures(guide, [picture(2), picture(3), picture(4)], slides());
  expect(placed).toContain(`Four chambers [2](#slide-2)\n\n![Slide 2](picture:${'a'.repeat(32)}-2)\n\n- Left`);
  expect(placed).toContain(`Thick walls [3](#slide-3)\n\n![Slide 3](picture:${'a'.repeat(32)}-3)\n\n## Valves`);
  expect(placed).toContain(`[4](#slide-4)\n\n![Slide 4](picture:${'a'.repeat(32)}-4)\n\n## Review questions`);
});

it('places the picture of an uncited slide after the previous slide, or after the opening', () => {
  const placed = placePictures(guide, [picture(9), picture(1)], slides());
  expect(placed).toContain(`Valves close [4](#slide-4).\n\n![Slide 1](picture:${'a'.repeat(32)}-1)\n\n## Key terms`);
  expect(placed).toContain(`[4](#slide-4)\n\n![Slide 9](picture:${'a'.repeat(32)}-9)\n\n## Review questions`);
});

it('places the pictures of a topic without a heading after its text', () => {
  const placed = placePictures('# A\n\nOverview.\n\nWords [1](#slide-1)\n\nMore [2](#slide-2)\n', [picture(1)], slides());
  expect(placed).toBe(`# A\n\nOverview.\n\nWords [1](#slide-1)\n\n![Slide 1](picture:${'a'.repeat(32)}-1)\n\nMore [2](#slide-2)\n`);
});

it('writes the pictures of a slide as one paragraph, in order', () => {
  const placed = placePictures('# A\n\nNothing is cited.\n', [picture(7), picture(2, 'One'), picture(2, 'Two', 'b')], slides());
  expect(placed).toBe(
    `# A\n\nNothing is cited.\n\n![One](picture:${'a'.repeat(32)}-2)\n![Two](picture:${'b'.repeat(32)}-2)\n\n![Slide 7](picture:${'a'.repeat(32)}-7)\n`,
  );
});

it('changes no word of the guide, and escapes alternative texts', () => {
  const alt = 'A ](javascript:alert(1)) [b] <img src=x> *c*';
  const placed = placePictures(guide, [picture(3, alt)], slides());
  expect(placed.split('\n').filter((line) => !line.startsWith('![') && line !== '')).toEqual(
    guide.split('\n').filter((line) => line !== ''),
  );
  expect(placed).toContain(String.raw`![A \](javascript:alert(1)) \[b\] \<img src=x\> \*c\*](picture:`);
  expect(placePictures(guide, [], slides())).toBe(guide);
});

it('recognises the fixed headings of the guide’s language', () => {
  const german =
    '# Herz\n\nEs pumpt.\n\n## Herz\n\nKammern [2](#slide-2)\n\n## Fragen zur Wiederholung\n\n1. Wie viele? *Vier.* [2](#slide-2)\n';
  expect(placePictures(german, [picture(2)], slides('de'))).toContain('-2)\n\n## Fragen zur Wiederholung');
});

describe('a picture of a document', () => {
  const page = (number: number, place: number, document?: string): Pointer => ({
    kind: 'page',
    page: number,
    paragraph: 1,
    place,
    ...(document !== undefined && { document }),
  });
  const text = (paragraph: number, place = paragraph): Pointer => ({ kind: 'text', paragraph, place, document: 'a.docx' });
  const at = (pointer: Pointer, alt: string): PlacedPicture => ({
    id: `${'c'.repeat(32)}-${pointer.paragraph}`,
    slide: pointer.kind === 'page' ? pointer.page : pointer.paragraph,
    pointer,
    alt,
  });
  const written =
    '# Heart\n\nIt pumps.\n\n## One\n\nFirst [p. 1](#paragraph-1)\n\nSecond [p. 2](#paragraph-3)\n\nThird [¶2](#paragraph-7)\n';
  const source = sourceOf([page(1, 1), page(1, 2), page(2, 3), page(2, 4), page(3, 5), text(1, 6), text(2, 7), text(3, 8), text(4, 9)]);
  const before = (pointer: Pointer): string => {
    const lines = placePictures(written, [at(pointer, 'Here')], source).split('\n');
    return lines[lines.findIndex((line) => line.startsWith('![Here]')) - 2] ?? '';
  };

  it('goes after the text that cites its page, or the nearest previous place in its document', () => {
    expect(before(page(1, 2))).toMatch(/^First/);
    expect(before(page(2, 4))).toMatch(/^Second/);
    expect(before(page(3, 5))).toMatch(/^Second/);
  });

  it('goes after the text that cites an adjacent paragraph, else the nearest previous one, else after the opening', () => {
    expect(before(text(2, 7))).toMatch(/^Third/);
    expect(before(text(1, 6))).toMatch(/^Third/);
    expect(before(text(4, 9))).toMatch(/^Third/);
    expect(placePictures('# Heart\n\nIt pumps.\n\n## One\n\nFirst [p. 1](#paragraph-1)\n', [at(text(2, 7), 'Here')], source)).toContain(
      'It pumps.\n\n![Here]',
    );
  });
});

it('treats “At a glance” as the opening, and key terms of a chapter as no topic', () => {
  const opened = guide
    .replace('The heart pumps', '## At a glance\n\nThe heart pumps')
    .replace('### Walls', '### Key terms\n\n- **Wall**: muscle [2](#slide-2)\n\n### Walls');
  const placed = placePictures(opened, [picture(1), picture(2)], slides());
  expect(placed).toContain(`Valves close [4](#slide-4).\n\n![Slide 1](picture:${'a'.repeat(32)}-1)\n\n## Key terms`);
  expect(placed).toContain(`Four chambers [2](#slide-2)\n\n![Slide 2](picture:${'a'.repeat(32)}-2)\n\n- Left`);
});
