import { render, screen, within } from '@testing-library/react';
import { ItemText } from './ItemText';

test('shows bold, italic, code and lists, and HTML as text', () => {
  const { container } = render(
    <button type="button">
      <ItemText>{'**Bold**, *italic*, `a*b`\n- one\n- two\n<img src=x onerror=alert(1)> [x](javascript:alert(1))'}</ItemText>
    </button>,
  );
  expect(container.querySelector('b')).toHaveTextContent('Bold');
  expect(container.querySelector('i')).toHaveTextContent('italic');
  expect(container.querySelector('code')).toHaveTextContent('a*b');
  const list = screen.getByRole('list');
  expect(within(list).getAllByRole('listitem')).toHaveLength(2);
  expect(container.querySelectorAll('img, a')).toHaveLength(0);
  expect(container).toHaveTextContent('<img src=x onerror=alert(1)> [x](javascript:alert(1))');
});

test('keeps the numbers of a list', () => {
  render(<ItemText>{'3. Third\n4. Fourth'}</ItemText>);
  expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['3. Third', '4. Fourth']);
});

test('keeps plain text and its line breaks', () => {
  const { container } = render(<ItemText>{'2*3 and __init__\nnext'}</ItemText>);
  expect(container.textContent).toBe('2*3 and __init__\nnext');
});
