import { renderWithPlatform } from '@lectern/platform/testing';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ComponentType } from 'react';
import { RemoteArea } from './RemoteArea';
import { IncompatibleRemoteError, type Screen, type Screens } from './screens';

const place: Screen = { path: '/folders', access: 'signed-in', screen: 'folders/folder-list', remoteId: 'mf-library' };
const Folders = () => <p>the folders</p>;
const load = jest.fn<Promise<ComponentType>, [Screen, boolean?]>();
const late = jest.fn<Promise<ComponentType> | undefined, [Screen]>();
const show = (known?: ComponentType) => {
  const screens: Screens = { all: [place], peek: () => known, load, late, at: () => place, slot: () => undefined };
  renderWithPlatform(<RemoteArea screen={place} screens={screens} />);
  return userEvent.setup();
};
let log: jest.SpyInstance;

beforeEach(() => {
  load.mockReset();
  late.mockReset();
  log = jest.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  log.mockRestore();
});

test('a loaded page is rendered at once, without a load', () => {
  show(Folders);
  expect(screen.getByText('the folders')).toBeVisible();
  expect(load).not.toHaveBeenCalled();
});

test('a skeleton, then the page', async () => {
  let finish: (content: ComponentType) => void = () => undefined;
  load.mockReturnValue(new Promise((resolve) => (finish = resolve)));
  show();
  expect(load).toHaveBeenCalledWith(place, false);
  expect(screen.queryByText('the folders')).not.toBeInTheDocument();
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
  finish(Folders);
  expect(await screen.findByText('the folders')).toBeVisible();
});

test('a card when it cannot be loaded, and "Try again" until it can', async () => {
  load.mockRejectedValueOnce(new Error('down')).mockRejectedValueOnce(new Error('still down')).mockResolvedValueOnce(Folders);
  const user = show();
  expect(await screen.findByText('This part of Lectern did not load')).toBeVisible();
  expect(screen.getByText('The rest of the site works. Check your connection, then try again.')).toBeVisible();
  expect(log).toHaveBeenCalledWith(new Error('down'));
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('This part of Lectern did not load')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('the folders')).toBeVisible();
  expect(load.mock.calls).toEqual([
    [place, false],
    [place, true],
    [place, true],
  ]);
});

test('a page that loads late replaces its card', async () => {
  let arrive: (content: ComponentType) => void = () => undefined;
  load.mockRejectedValueOnce(new Error('late'));
  late.mockReturnValueOnce(new Promise((resolve) => (arrive = resolve)));
  show();
  expect(await screen.findByText('This part of Lectern did not load')).toBeVisible();
  arrive(Folders);
  expect(await screen.findByText('the folders')).toBeVisible();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

test('an incompatible remote: its area says so', async () => {
  load.mockRejectedValueOnce(new IncompatibleRemoteError('mf-library was written for contract 9; this shell speaks 1 to 2.'));
  show();
  expect(await screen.findByText('This part of Lectern is being updated')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeEnabled();
  expect(log).toHaveBeenCalledWith(
    expect.objectContaining({ message: 'mf-library was written for contract 9; this shell speaks 1 to 2.' }),
  );
});

test('an error of the page affects its own area only, and "Try again" renders it again', async () => {
  const fault = { isOn: true };
  const Moody = () => {
    if (fault.isOn) throw new Error('broken');
    return <p>well again</p>;
  };
  const user = show(Moody);
  expect(screen.getByText('This part of Lectern did not load')).toBeVisible();
  expect(screen.getByTestId('location')).toBeInTheDocument();
  fault.isOn = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(screen.getByText('well again')).toBeVisible();
  expect(load).not.toHaveBeenCalled();
});
