import { mergeReferences } from './GuideWriter.ts';

const three = '[Slide 3](#slide-3)';
const four = '[Slide 4](#slide-4)';

it.each([
  [`Tides rise. ${three} They fall. ${three} Twice a day. ${three}`, `Tides rise. They fall. Twice a day. ${three}`],
  [`Tides rise. ${three} ${three}`, `Tides rise. ${three}`],
  [`Tides rise. ${three} They fall. ${four} Twice a day. ${three}`, `Tides rise. ${three} They fall. ${four} Twice a day. ${three}`],
  [`Tides rise. ${three} ${four} They fall. ${three} ${four}`, `Tides rise. They fall. ${three} ${four}`],
  [`- Tides rise. ${three}\n- They fall. ${three}`, `- Tides rise. ${three}\n- They fall. ${three}`],
  [`${three}\n\n${three}`, `${three}\n\n${three}`],
  ['No reference [here] (#slide-3).', 'No reference [here] (#slide-3).'],
])('merges consecutive references to the same places: %s', (markdown, merged) => {
  expect(mergeReferences(markdown)).toBe(merged);
  expect(mergeReferences(merged)).toBe(merged);
});
