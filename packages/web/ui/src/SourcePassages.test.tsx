import { render, screen } from '@testing-library/react';
import { SourcePassages } from './SourcePassages';

const scrollIntoView = jest.fn();
beforeEach(() => {
  scrollIntoView.mockClear();
  // jsdom does not scroll.
  Element.prototype.scrollIntoView = scrollIntoView;
});

const passages = [
  { id: '1', text: 'Glycolysis', kind: 'title' as const },
  { id: '2', text: 'It splits glucose. It needs no oxygen.', isCited: true, quotes: ['It needs no oxygen.'] },
];

test('marks the quote in the cited passage and scrolls to it', () => {
  render(<SourcePassages sections={[{ passages }, { label: 'Speaker notes', passages: [{ id: '3', text: 'Ask the class.' }] }]} />);
  expect(screen.getByText('It needs no oxygen.', { selector: 'mark' })).toBeVisible();
  expect(screen.getByRole('blockquote')).toHaveTextContent('It splits glucose. It needs no oxygen.');
  expect(screen.getByText('Speaker notes').closest('figure')).toHaveTextContent('Ask the class.');
  expect(scrollIntoView.mock.contexts).toEqual([screen.getByRole('blockquote')]);
});

test.each(['It splits glucose. It needs no oxygen.', 'It melts.', ''])('marks nothing for the quote %j', (quote) => {
  const { container } = render(<SourcePassages sections={[{ passages: [{ ...passages[1]!, quotes: [quote] }] }]} />);
  expect(container.querySelector('mark')).toBeNull();
  expect(screen.getByRole('blockquote')).toHaveTextContent('It splits glucose. It needs no oxygen.');
  expect(scrollIntoView).not.toHaveBeenCalled();
});

test('shows bullets as a list and rows as a table, with the cited row highlighted', () => {
  const row = (id: string, cells: string[], more = {}) => ({ id, text: cells.join(' | '), kind: 'row' as const, table: 1, cells, ...more });
  render(
    <SourcePassages
      sections={[
        {
          passages: [
            { id: '1', text: 'Outer', kind: 'bullet', level: 0 },
            { id: '2', text: 'Inner', kind: 'bullet', level: 1 },
          ],
        },
        {
          label: 'Table',
          passages: [
            row('3', ['Stage', 'Place'], { isHeader: true }),
            row('4', ['Glycolysis', 'In the cytosol'], { isCited: true, quotes: ['cytosol'] }),
          ],
        },
      ]}
    />,
  );
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['Outer', 'Inner']);
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual(['Stage', 'Place']);
  expect(screen.getByText('cytosol', { selector: 'mark' }).closest('tr')).toHaveAttribute('data-cited');
  expect(scrollIntoView.mock.contexts).toEqual([screen.getByText('cytosol').closest('tr')]);
});
