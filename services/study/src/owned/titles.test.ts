import { copyTitle, distinctTitle, titleOfGuides } from './titles.ts';

it('counts titles that are there already', () => {
  expect(distinctTitle('Quiz: Heart', [])).toBe('Quiz: Heart');
  expect(distinctTitle('Quiz: Heart', ['Quiz: Heart', 'Quiz: Lungs'])).toBe('Quiz: Heart 2');
  expect(distinctTitle('Quiz: Heart', ['Quiz: Heart', 'Quiz: Heart 2', 'Quiz: Heart 4'])).toBe('Quiz: Heart 3');
  expect(distinctTitle('Quiz: Heart', ['Quiz: Heart 2'])).toBe('Quiz: Heart');
});

it('keeps a counted title within its length', () => {
  const long = `Quiz: ${'😀'.repeat(194)}`;
  expect([...distinctTitle(long, [long])]).toHaveLength(200);
  expect(distinctTitle(long, [long])).toBe(`Quiz: ${'😀'.repeat(192)} 2`);
});

it.each([
  [['Heart'], 'Heart'],
  [['Heart', 'Lungs'], 'Heart and Lungs'],
  [['Heart', 'Lungs', 'Liver'], 'Heart, Lungs and 1 more'],
  [['Heart', 'Lungs', 'Liver', 'Skin'], 'Heart, Lungs and 2 more'],
])('names the guides %j', (titles, title) => {
  expect(titleOfGuides(titles)).toBe(title);
});

it('marks copies, and counts them', () => {
  expect(copyTitle('Heart', [])).toBe('Heart (copy)');
  expect(copyTitle('Heart', ['Heart (copy)'])).toBe('Heart (copy) 2');
  expect(copyTitle('Heart (copy)', ['Heart (copy)'])).toBe('Heart (copy) 2');
  expect(copyTitle('Heart (copy) 2', ['Heart (copy)', 'Heart (copy) 2'])).toBe('Heart (copy) 3');
  expect(copyTitle('x'.repeat(200), [])).toBe(`${'x'.repeat(193)} (copy)`);
});
