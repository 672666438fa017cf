import { render, screen } from '@testing-library/react';
import { Trend } from './Trend';

test('draws the attempts from left to right, higher scores higher, with the scores as text', () => {
  render(<Trend scores={[40, 60, 60, 80, 90]} />);
  const drawing = screen.getByRole('img', { name: 'Scores of the last 5 attempts: 40, 60, 60, 80, 90 percent' });
  const points = (drawing.querySelector('polyline')?.getAttribute('points') ?? '').split(' ').map((point) => point.split(',').map(Number));
  expect(points.map(([x]) => x)).toEqual([28, 54, 80, 106, 132]);
  expect(points.map(([, y]) => y)).toEqual([25.6, 18.4, 18.4, 11.2, 7.6]);
});

test('the scale is named at both ends', () => {
  render(<Trend scores={[40, 60]} />);
  const drawing = screen.getByRole('img');
  expect([...drawing.querySelectorAll('text')].map(({ textContent }) => textContent)).toEqual(['0', '100']);
});

test.each([[[]], [[70]]])('fewer than two attempts draw nothing: %j', (scores) => {
  const { container } = render(<Trend scores={scores} />);
  expect(container).toBeEmptyDOMElement();
});
