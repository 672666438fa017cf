import { act, render, screen } from '@testing-library/react';
import { createElement } from 'react';
import { Toaster } from 'react-hot-toast';
import { ApiError } from './ApiError';
import { saveFile } from './saveFile';

let clicked: { href: string; download: string }[];
beforeEach(() => {
  jest.useFakeTimers();
  clicked = [];
  URL.createObjectURL = () => 'blob:1';
  URL.revokeObjectURL = jest.fn();
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    clicked.push({ href: this.href, download: this.download });
  });
  render(createElement(Toaster));
});
afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
});

test('the browser saves the file under its name, and its memory is freed later', async () => {
  await act(() => saveFile(() => Promise.resolve({ name: 'Cells.csv', blob: new Blob(['a']) })));
  expect(clicked).toEqual([{ href: 'blob:1', download: 'Cells.csv' }]);
  expect(screen.getByText('Saved Cells.csv')).toBeInTheDocument();
  expect(URL.revokeObjectURL).not.toHaveBeenCalled();
  act(() => {
    jest.advanceTimersByTime(60_000);
  });
  expect(URL.revokeObjectURL).toHaveBeenCalledWith('blob:1');
});

test('a failure is said, in the words of the service', async () => {
  await act(() => saveFile(() => Promise.reject(new ApiError({ status: 404, code: 'not_found', msg: 'Deck not found.' }))));
  expect(clicked).toEqual([]);
  expect(screen.getByText('Deck not found.')).toBeInTheDocument();
});
