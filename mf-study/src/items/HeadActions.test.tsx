import { media } from '@lectern/ui';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HeadActions } from './HeadActions';

const onCreate = jest.fn();
const onWriteOwn = jest.fn();
const onImport = jest.fn();
const show = (kind: 'quiz' | 'deck') => render(<HeadActions kind={kind} onCreate={onCreate} onWriteOwn={onWriteOwn} onImport={onImport} />);
const names = () => screen.getAllByRole('button').map((button) => button.getAttribute('aria-label') ?? button.textContent);

test('a quiz has one way, a deck three', () => {
  show('quiz').unmount();
  show('deck');
  expect(names()).toEqual(['Write Your Own', 'Import', 'Create Flashcard Deck']);
});

test('on a phone the other ways to a deck are a menu', async () => {
  const plain = matchMedia;
  jest.spyOn(globalThis, 'matchMedia').mockImplementation((query) => ({ ...plain(query), matches: query === media.small }));
  show('deck');
  expect(names()).toEqual(['Create Flashcard Deck', 'Other ways to create a deck']);
  await userEvent.click(screen.getByRole('button', { name: 'Other ways to create a deck' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Import' }));
  expect(onImport).toHaveBeenCalledTimes(1);
});
