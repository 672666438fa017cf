import { render } from '@testing-library/react';
import { MadeBy } from './MadeBy';

const own = "Lectern's own engine";
const textOf = (element: React.ReactNode) => render(element).container.textContent.trim();

test('names the engine, and the others that made parts', () => {
  expect(textOf(<MadeBy engine="gpt-5-mini" />)).toBe('Made by gpt-5-mini from your material.');
  expect(textOf(<MadeBy engine="gpt-5-mini" others={{ part: 'section', total: 8, by: [] }} />)).toBe(
    'Made by gpt-5-mini from your material.',
  );
  expect(textOf(<MadeBy engine="gpt-5-mini" others={{ part: 'section', total: 8, by: [{ engine: own, count: 2 }] }} />)).toBe(
    `Made by gpt-5-mini from your material; 2 of 8 sections by ${own}.`,
  );
  const by = [
    { engine: own, count: 2 },
    { engine: 'llama', count: 1 },
  ];
  expect(textOf(<MadeBy engine="gpt-5-mini" others={{ part: 'question', total: 10, by }} />)).toBe(
    `Made by gpt-5-mini from your material; 2 of 10 questions by ${own}, 1 by llama.`,
  );
});
