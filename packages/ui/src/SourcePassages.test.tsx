import { render, screen } from '@testing-library/react';
import { SourcePassages } from './SourcePassages';

const scrollIntoView = jest.fn();
beforeEach(() => {
  // jsdom does not scroll.
  Element.prototype.scrollIntoView = scrollIntoView;
});

const passages = [
  { id: '1', text: 'Glycolysis', isTitle: true },
  { id: '2', text: 'It splits glucose. It needs no oxygen.', isCited: true, quote: 'It needs no oxygen.' },
];

test('marks the quote in the cited passage and scrolls to it', () => {
  render(<SourcePassages sections={[{ passages }, { label: 'Speaker notes', passages: [{ id: '3', text: 'Ask the class.' }] }]} />);
  expect(screen.getByText('It needs no oxygen.', { selector: 'mark' })).toBeVisible();
  expect(screen.getByRole('blockquote')).toHaveTextContent('It splits glucose. It needs no oxygen.');
  expect(screen.getByText('Speaker notes').closest('figure')).toHaveTextContent('Ask the class.');
  expect(scrollIntoView.mock.contexts).toEqual([screen.getByRole('blockquote')]);
});

test.each(['It splits glucose. It needs no oxygen.', 'It melts.', ''])('marks nothing for the quote %j', (quote) => {
  const { container } = render(<SourcePassages sections={[{ passages: [{ ...passages[1]!, quote }] }]} />);
  expect(container.querySelector('mark')).toBeNull();
  expect(screen.getByRole('blockquote')).toHaveTextContent('It splits glucose. It needs no oxygen.');
  expect(scrollIntoView).not.toHaveBeenCalled();
});
