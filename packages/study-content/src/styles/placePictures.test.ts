import { placePictures, type PlacedPicture } from './placePictures.ts';

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

it('places a picture behind the last block of a topic that cites its slide', () => {
  const placed = placePictures(guide, [picture(2), picture(3), picture(4)], 'en');
  expect(placed).toContain(`Four chambers [2](#slide-2)\n\n![Slide 2](picture:${'a'.repeat(32)}-2)\n\n- Left`);
  expect(placed).toContain(`Thick walls [3](#slide-3)\n\n![Slide 3](picture:${'a'.repeat(32)}-3)\n\n## Valves`);
  expect(placed).toContain(`[4](#slide-4)\n\n![Slide 4](picture:${'a'.repeat(32)}-4)\n\n## Review questions`);
});

it('places the picture of a slide that no topic cites behind the slide before it, or behind the opening', () => {
  const placed = placePictures(guide, [picture(9), picture(1)], 'en');
  expect(placed).toContain(`Valves close [4](#slide-4).\n\n![Slide 1](picture:${'a'.repeat(32)}-1)\n\n## Key terms`);
  expect(placed).toContain(`[4](#slide-4)\n\n![Slide 9](picture:${'a'.repeat(32)}-9)\n\n## Review questions`);
});

it('places pictures of a topic without a heading behind its own words', () => {
  const placed = placePictures('# A\n\nOverview.\n\nWords [1](#slide-1)\n\nMore [2](#slide-2)\n', [picture(1)], 'en');
  expect(placed).toBe(`# A\n\nOverview.\n\nWords [1](#slide-1)\n\n![Slide 1](picture:${'a'.repeat(32)}-1)\n\nMore [2](#slide-2)\n`);
});

it('writes the pictures of one slide as one paragraph, in their order, and several slides in theirs', () => {
  const placed = placePictures('# A\n\nNothing is cited.\n', [picture(7), picture(2, 'One'), picture(2, 'Two', 'b')], 'en');
  expect(placed).toBe(
    `# A\n\nNothing is cited.\n\n![One](picture:${'a'.repeat(32)}-2)\n![Two](picture:${'b'.repeat(32)}-2)\n\n![Slide 7](picture:${'a'.repeat(32)}-7)\n`,
  );
});

it('changes no word of the guide, and writes an alternative text to the letter', () => {
  const alt = 'A ](javascript:alert(1)) [b] <img src=x> *c*';
  const placed = placePictures(guide, [picture(3, alt)], 'en');
  expect(placed.split('\n').filter((line) => !line.startsWith('![') && line !== '')).toEqual(
    guide.split('\n').filter((line) => line !== ''),
  );
  expect(placed).toContain(String.raw`![A \](javascript:alert(1)) \[b\] \<img src=x\> \*c\*](picture:`);
  expect(placePictures(guide, [], 'en')).toBe(guide);
});

it('knows the parts of a guide in its language', () => {
  const german =
    '# Herz\n\nEs pumpt.\n\n## Herz\n\nKammern [2](#slide-2)\n\n## Fragen zur Wiederholung\n\n1. Wie viele? *Vier.* [2](#slide-2)\n';
  expect(placePictures(german, [picture(2)], 'de')).toContain('-2)\n\n## Fragen zur Wiederholung');
});
