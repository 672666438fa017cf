import { calls, type DeckImportPreview } from '@lectern/contracts';
import {
  answer,
  freeLimits,
  installFakeApi,
  learner,
  renderWithPlatform,
  type FakeApi,
  type RenderOptions,
} from '@lectern/platform/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aDeck, listedDeck } from '../../testing';
import { ItemsScreen } from '../items.screen';
import { cardsWith, columnNames, columnsField } from './previewCards';

const preview: DeckImportPreview = {
  decks: [{ title: 'My words', cardCount: 2 }],
  cards: [
    { front: 'chat', back: 'cat' },
    { front: 'chien', back: 'dog' },
  ],
  reviewCount: 0,
  skipped: [{ reason: 'Pictures', count: 3 }],
  table: {
    rows: [
      ['chat', 'cat', '1'],
      ['chien', 'dog', '2'],
    ],
    front: 1,
    back: 2,
    hasHeader: false,
  },
};
const made = { decks: [listedDeck(aDeck({ _id: 'new', title: 'My words' }))], skipped: [] };
const file = (name = 'My words.csv', size?: number): File => {
  const chosen = new File(['chat,cat,1\nchien,dog,2\n'], name);
  if (size !== undefined) Object.defineProperty(chosen, 'size', { value: size });
  return chosen;
};

let api: FakeApi;
const show = (options: RenderOptions = {}) => {
  renderWithPlatform(<ItemsScreen />, { at: '/quizzes?tab=flashcards', user: learner, limits: freeLimits(), ...options });
  return userEvent.setup();
};
const openDialog = async (user: ReturnType<typeof userEvent.setup>) => {
  await screen.findByRole('heading', { name: 'Cards: Heart' });
  await user.click(screen.getByRole('button', { name: 'Import' }));
  return within(await screen.findByRole('dialog', { name: 'Import Flashcards' }));
};

beforeEach(() => {
  api = installFakeApi();
  api.on(calls.listDecks, [listedDeck(aDeck({}))]);
  api.on(calls.getLimits, freeLimits());
  api.on(calls.previewDeckImport, preview);
  api.on(calls.importDecks, answer(201, made));
});
afterEach(() => {
  api.restore();
});

test('a file is previewed, imported, and the import can be undone', async () => {
  const user = show();
  const dialog = await openDialog(user);
  expect(dialog.getByText('Your plan: 0 of 5 decks used, up to 20 cards per deck.')).toBeVisible();
  expect(dialog.getByRole('button', { name: 'Import' })).toBeDisabled();
  await user.upload(dialog.getByLabelText('Choose a file'), file());
  expect(await dialog.findByText('1 deck, 2 cards.')).toBeVisible();
  expect(dialog.getByText('Pictures: 3')).toBeVisible();
  expect(dialog.getByRole('cell', { name: 'chien' })).toBeVisible();
  expect(dialog.getByLabelText('Title')).toHaveValue('My words');
  await user.click(dialog.getByRole('button', { name: 'Import' }));

  expect(await screen.findByText('1 deck with 3 cards imported.')).toBeVisible();
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(await screen.findByRole('heading', { name: 'My words' })).toBeVisible();
  api.on(calls.deleteDecks, { done: ['new'], failed: [] });
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'My words' })).not.toBeInTheDocument());
  expect(api.received.find(({ path }) => path === '/flashcards/delete')?.body).toEqual({ ids: ['new'] });
});

test('other columns are shown at once, and sent', async () => {
  const user = show();
  const dialog = await openDialog(user);
  await user.upload(dialog.getByLabelText('Choose a file'), file());
  await user.selectOptions(await dialog.findByLabelText('Front'), '3');
  expect(dialog.getByRole('cell', { name: '1' })).toBeVisible();
  await user.selectOptions(dialog.getByLabelText('Back'), '3');
  expect(dialog.getByText('Please choose two different columns for front and back.')).toBeVisible();
  await user.selectOptions(dialog.getByLabelText('Back'), '1');
  await user.selectOptions(dialog.getByLabelText('First line'), 'names');
  await user.click(dialog.getByRole('button', { name: 'Import' }));
  await screen.findByText('1 deck with 3 cards imported.');
  const sent = api.received.find(({ path }) => path === '/flashcards/import')?.body as FormData;
  expect([sent.get('title'), sent.get('columns')]).toEqual(['My words', '3,1,header']);
});

test('a file that cannot be read stays outside, with the reason', async () => {
  api.on(
    calls.previewDeckImport,
    answer(422, { msg: 'This file is damaged and cannot be read.', code: 'unreadable_file', requestId: 'r' }),
  );
  const user = show();
  const dialog = await openDialog(user);
  await user.upload(dialog.getByLabelText('Choose a file'), file('deck.apkg'));
  expect(await dialog.findByText('This file is damaged and cannot be read.')).toBeVisible();
  expect(dialog.getByRole('button', { name: 'Import' })).toBeDisabled();
  await user.upload(dialog.getByLabelText('deck.apkg: choose another file'), file('large.apkg', 60 * 1024 * 1024));
  expect(await dialog.findByText('The file is too large: at most 50 MB.')).toBeVisible();
});

test('a file that is dropped on the list opens the dialog with its preview', async () => {
  show();
  await screen.findByRole('heading', { name: 'Cards: Heart' });
  act(() => {
    const drop = new Event('drop', { bubbles: true, cancelable: true });
    Object.defineProperty(drop, 'dataTransfer', { value: { types: ['Files'], files: [file()] } });
    window.dispatchEvent(drop);
  });
  expect(await within(await screen.findByRole('dialog', { name: 'Import Flashcards' })).findByText('1 deck, 2 cards.')).toBeVisible();
});

test.each(['/quizzes?tab=flashcards&import=1', '/quizzes?import=1'])('%s opens the dialog once, on the tab of flashcards', async (at) => {
  const user = show({ at });
  const dialog = within(await screen.findByRole('dialog', { name: 'Import Flashcards' }));
  expect(screen.getByTestId('location')).toHaveTextContent(/^\/quizzes\?tab=flashcards$/);
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(screen.getByRole('tab', { name: 'Flashcards' })).toHaveAttribute('aria-selected', 'true');
});

test('at the limit the address opens the upgrade modal instead', async () => {
  const limits = freeLimits({ flashcards: { ...freeLimits().flashcards, current: 5, canCreate: false } });
  api.on(calls.getLimits, limits);
  show({ at: '/quizzes?tab=flashcards&import=1', limits });
  expect(await screen.findByRole('dialog', { name: 'Upgrade to Premium' })).toBeVisible();
  expect(screen.queryByRole('dialog', { name: 'Import Flashcards' })).not.toBeInTheDocument();
});

test('a large file shows how much of it was sent, then that it is read', async () => {
  let finish: (value: unknown) => void = () => undefined;
  let upload: (fraction: number) => void = () => undefined;
  api.on(calls.previewDeckImport, (request: { upload: typeof upload }) => {
    upload = request.upload;
    return new Promise((resolve) => (finish = resolve));
  });
  const user = show();
  const dialog = await openDialog(user);
  expect(dialog.getByText(/Up to 50 MB, 10,000 cards and 100 decks\.$/)).toBeVisible();
  await user.upload(dialog.getByLabelText('Choose a file'), file('large.apkg', 40 * 1024 * 1024));
  await waitFor(() => expect(api.received.some(({ path }) => path === '/flashcards/import/preview')).toBe(true));
  act(() => {
    upload(0.4);
  });
  expect(dialog.getByRole('progressbar', { name: 'Sending the file...' })).toHaveAttribute('aria-valuenow', '40');
  act(() => {
    upload(1);
  });
  expect(dialog.getByRole('status')).toHaveTextContent('Reading the file...');
  finish(preview);
  expect(await dialog.findByText('1 deck, 2 cards.')).toBeVisible();
  expect(dialog.queryByRole('progressbar')).not.toBeInTheDocument();
});

test('cards that exist already: only new ones by default, or an update, or a second deck', async () => {
  api.on(calls.previewDeckImport, { ...preview, existing: 1 });
  const changed = { decks: [listedDeck(aDeck({}))], skipped: [], added: 1, updated: 0, changedDecks: [aDeck({})._id] };
  api.on(calls.importDecks, answer(201, changed));
  const user = show();
  const dialog = await openDialog(user);
  await user.upload(dialog.getByLabelText('Choose a file'), file());
  const choice = within(await dialog.findByRole('radiogroup', { name: '1 card of this file is in your decks already' }));
  expect(choice.getByRole('radio', { name: 'Add only new' })).toBeChecked();
  expect(choice.getByRole('radio', { name: 'Import as a second deck' })).toBeVisible();
  await user.click(choice.getByRole('radio', { name: 'Update' }));
  expect(dialog.getByText(/keep their schedule/)).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Import' }));
  expect(await screen.findByText('1 card added.')).toBeInTheDocument();
  // Undo would delete a deck that was there before.
  expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
  const sent = api.received.find(({ path }) => path === '/flashcards/import')?.body as FormData;
  expect(sent.get('existing')).toBe('update');
});

test('the import itself may find cards that exist, under another title', async () => {
  api.on(
    calls.importDecks,
    answer(409, { msg: '2 cards of this file are in your decks already.', code: 'already_imported', existing: 2, requestId: 'r' }),
  );
  const user = show();
  const dialog = await openDialog(user);
  await user.upload(dialog.getByLabelText('Choose a file'), file());
  await user.type(await dialog.findByLabelText('Title'), ' of French');
  expect(dialog.queryByRole('radiogroup')).not.toBeInTheDocument();
  await user.click(dialog.getByRole('button', { name: 'Import' }));
  const choice = await dialog.findByRole('radiogroup', { name: '2 cards of this file are in your decks already' });
  expect(within(choice).getByRole('radio', { name: 'Update' })).toBeChecked();
  api.on(calls.importDecks, answer(201, { ...made, added: 2, updated: 0, changedDecks: [] }));
  await user.click(within(choice).getByRole('radio', { name: 'Import as a second deck' }));
  await user.click(dialog.getByRole('button', { name: 'Import' }));
  expect(await screen.findByText('1 deck with 3 cards imported.')).toBeVisible();
});

test('an uncertain encoding can be chosen, and the file is read again', async () => {
  api.on(calls.previewDeckImport, { ...preview, encoding: 'windows-1252', isEncodingCertain: false });
  const user = show();
  const dialog = await openDialog(user);
  await user.upload(dialog.getByLabelText('Choose a file'), file());
  const field = await dialog.findByLabelText('Encoding');
  expect(field).toHaveValue('windows-1252');
  expect(dialog.getByText(/The encoding of this file is uncertain/)).toBeVisible();
  await user.type(dialog.getByLabelText('Title'), ' 2');
  api.on(calls.previewDeckImport, {
    ...preview,
    cards: [{ front: 'кот', back: 'cat' }],
    encoding: 'windows-1251',
    isEncodingCertain: true,
  });
  await user.selectOptions(field, 'Cyrillic (Windows-1251)');
  expect(await dialog.findByRole('cell', { name: 'кот' })).toBeVisible();
  expect(dialog.getByLabelText('Title')).toHaveValue('My words 2');
  await user.click(dialog.getByRole('button', { name: 'Import' }));
  await screen.findByText('1 deck with 3 cards imported.');
  const sent = api.received
    .filter(({ path }) => path.startsWith('/flashcards/import'))
    .map(({ body }) => (body as FormData).get('encoding'));
  expect(sent).toEqual([null, 'windows-1251', 'windows-1251']);
});

test('columns have their names, and cards of them', () => {
  expect(columnNames(preview.table!, false)).toEqual(['Column 1: chat', 'Column 2: cat', 'Column 3: 1']);
  expect(columnNames(preview.table!, true)).toEqual(['chat', 'cat', '1']);
  expect(cardsWith(preview.table!, { front: 3, back: 1, hasHeader: true })).toEqual([{ front: '2', back: 'chien' }]);
  expect(columnsField({ front: 2, back: 1, hasHeader: false })).toBe('2,1');
});
