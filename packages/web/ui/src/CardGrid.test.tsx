import { render, screen } from '@testing-library/react';
import { CardGrid } from './CardGrid';
import { media } from './tokens';

/** The columns that a media query's rules give to an element. */
const columnsAt = (element: Element, query: string): string[] =>
  [...document.styleSheets]
    .flatMap((sheet) => [...sheet.cssRules])
    .filter((rule): rule is CSSMediaRule => rule instanceof CSSMediaRule && rule.media.mediaText === query)
    .flatMap((rule) => [...rule.cssRules])
    .filter((rule): rule is CSSStyleRule => rule instanceof CSSStyleRule && element.matches(rule.selectorText))
    .map((rule) => rule.style.getPropertyValue('grid-template-columns'))
    .filter(Boolean);

test('§2 Study guide list: a grid of 1 column (small), 2 (medium), 3 (large)', () => {
  render(<CardGrid data-testid="grid" />);
  const grid = screen.getByTestId('grid');
  expect(getComputedStyle(grid).gridTemplateColumns).toBe('minmax(0, 1fr)');
  expect(columnsAt(grid, media.medium)).toEqual(['repeat(2, minmax(0, 1fr))']);
  expect(columnsAt(grid, media.large)).toEqual(['repeat(3, minmax(0, 1fr))']);
});
