import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { PictureFigure, PictureImage } from './PictureFigure';
import { media } from './tokens';

const picture = { url: 'http://api/one', alt: 'A heart cut open', width: 1_600, height: 1_200 };

test('is at most 320 pixels high, keeps its room, is loaded when it is near, and has its caption', () => {
  render(<PictureFigure picture={picture} />);
  const image = screen.getByRole('img', { name: picture.alt });
  expect([image.getAttribute('width'), image.getAttribute('height')]).toEqual(['426', '320']);
  expect(image).toHaveAttribute('loading', 'lazy');
  expect(image).toHaveAttribute('referrerpolicy', 'no-referrer');
  expect(screen.getByRole('figure')).toHaveTextContent(picture.alt);
});

test('is never enlarged by itself, and has no caption where there is none', () => {
  const { container } = render(<PictureFigure picture={{ ...picture, width: 100, height: 80 }} caption="" />);
  expect(screen.getByRole('img')).toHaveAttribute('width', '100');
  expect(container.querySelector('figcaption')).toBeNull();
});

test('a click shows it as large as the window allows', async () => {
  render(<PictureFigure picture={picture} />);
  await userEvent.click(screen.getByRole('button', { name: `Enlarge: ${picture.alt}` }));
  const dialog = await screen.findByRole('dialog', { name: picture.alt });
  expect(within(dialog).getByRole('img', { name: picture.alt })).toHaveAttribute('width', '1600');
});

test('on a phone it is fitted to the width, and a tap zooms in and out', async () => {
  const plain = matchMedia;
  const phone = jest.spyOn(globalThis, 'matchMedia').mockImplementation((query) => ({ ...plain(query), matches: query === media.small }));
  render(<PictureFigure picture={picture} name="Slide 4" />);
  await userEvent.click(screen.getByRole('button', { name: 'Enlarge: Slide 4' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Slide 4' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Zoom in: Slide 4' }));
  expect(dialog.getByRole('button', { name: 'Zoom out: Slide 4' })).toHaveStyle({ width: '250%' });
  await userEvent.click(dialog.getByRole('button', { name: 'Zoom out: Slide 4' }));
  expect(dialog.getByRole('button', { name: 'Zoom in: Slide 4' })).toHaveStyle({ width: '100%' });
  phone.mockRestore();
});

test('asks once for a new address when its address has ended', async () => {
  const renew = jest.fn(() => Promise.resolve('http://api/two'));
  render(<PictureFigure picture={picture} renew={renew} />);
  fireEvent.error(screen.getByRole('img'));
  await waitFor(() => expect(screen.getByRole('img')).toHaveAttribute('src', 'http://api/two'));
  fireEvent.error(screen.getByRole('img'));
  expect(await screen.findByText(`This picture could not be loaded: ${picture.alt}`)).toBeVisible();
  expect(renew).toHaveBeenCalledTimes(1);
});

test.each([
  ['there is no new one', () => Promise.resolve(undefined)],
  ['it cannot be asked for', () => Promise.reject(new Error('away'))],
])('is named when its address has ended and %s', async (_name, renew) => {
  render(<PictureFigure picture={picture} renew={renew} />);
  fireEvent.error(screen.getByRole('img'));
  expect(await screen.findByText(`This picture could not be loaded: ${picture.alt}`)).toBeVisible();
});

test('tells that it cannot be loaded without a way to a new address', () => {
  const failed = jest.fn();
  render(<PictureImage picture={picture} maxHeight={100} onFailure={failed} />);
  fireEvent.error(screen.getByRole('img'));
  expect(failed).toHaveBeenCalledTimes(1);
});

test('marks parts of a picture, small and enlarged, and names it by its name', async () => {
  render(<PictureFigure picture={picture} boxes={[{ x: 0.1, y: 0.25, width: 0.5, height: 0.05 }]} name="Slide 4" caption="" />);
  const marks = () =>
    [...document.querySelectorAll<HTMLElement>('img + span')].map(({ style: { left, top, width, height } }) => [left, top, width, height]);
  expect(marks()).toEqual([['10%', '25%', '50%', '5%']]);
  await userEvent.click(screen.getByRole('button', { name: 'Enlarge: Slide 4' }));
  expect(await screen.findByRole('dialog', { name: 'Slide 4' })).toBeVisible();
  expect(marks()).toHaveLength(2);
});
