import { calls, type CardPicture } from '@lectern/contracts';
import {
  answer,
  freeLimits,
  installFakeApi,
  learner,
  renderWithPlatform,
  type FakeApi,
  type ReceivedCall,
} from '@lectern/platform/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { aDeck } from '../testing';
import { AddCardDialog } from './AddCardDialog';
import { EditCardDialog } from './EditCardDialog';

let api: FakeApi;
const onClose = jest.fn();
const show = (dialog: ReactNode) => {
  renderWithPlatform(dialog, { at: '/flashcards/d1', user: learner, limits: freeLimits() });
  return userEvent.setup();
};
const sent = (method: string, path: string) => api.received.filter((each) => each.method === method && each.path === path);
const boneId = 'a'.repeat(64);
const bone: CardPicture = { id: boneId, side: 'back', alt: 'A bone', width: 100, height: 80, url: 'http://localhost/bone.webp' };
const file = (name = 'bone.png', type = 'image/png') => new File(['bytes'], name, { type });

beforeEach(() => {
  onClose.mockReset();
  sessionStorage.clear();
  api = installFakeApi();
  api.on(calls.getLimits, freeLimits());
  api.on(calls.addCardPicture, answer(201, { id: boneId, alt: '', width: 100, height: 80, url: 'http://localhost/bone.webp' }));
  api.on(calls.updateCard, aDeck({}));
  let count = 0;
  api.on(calls.addCard, ({ body }: ReceivedCall) =>
    answer(201, { ...(body as object), _id: `n${String((count += 1))}`, pictures: undefined }),
  );
});
afterEach(() => {
  api.restore();
});

describe('a new card', () => {
  const onAdded = jest.fn();
  const dialog = <AddCardDialog deckId="d1" onAdded={onAdded} onClose={onClose} />;
  beforeEach(() => {
    onAdded.mockReset();
  });

  test('is saved by Ctrl+Enter', async () => {
    const user = show(dialog);
    await user.type(await screen.findByLabelText('Front'), 'Where is **ATP** made?');
    await user.type(screen.getByLabelText('Back'), 'Mitochondria{Control>}{Enter}{/Control}');
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(sent('POST', '/flashcards/d1/cards').map(({ body }) => body)).toEqual([
      { front: 'Where is **ATP** made?', back: 'Mitochondria' },
    ]);
  });

  test('with gaps is a card for each; after a failure only the missing ones are added', async () => {
    let isFull = true;
    api.on(calls.addCard, ({ body }: ReceivedCall) =>
      isFull && (body as { back: string }).back === 'left'
        ? answer(503, { code: 'unavailable' })
        : answer(201, { _id: 'n', ...(body as object) }),
    );
    const user = show(dialog);
    await user.type(await screen.findByLabelText('Front'), 'Heart');
    fireEvent.change(screen.getByLabelText('Back'), { target: { value: 'The {{c1::aorta}} leaves the {{c2::left}} ventricle' } });
    expect(within(screen.getByRole('region', { name: '2 cards from gaps' })).getAllByRole('listitem')[1]).toHaveTextContent(
      'FrontHeart The aorta leaves the […] ventricleBackleft',
    );
    await user.click(screen.getByRole('button', { name: 'Make 2 Cards' }));
    await waitFor(() => expect(sent('POST', '/flashcards/d1/cards').length).toBeGreaterThan(1));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Make 2 Cards' })).toBeEnabled());
    isFull = false;
    await user.click(screen.getByRole('button', { name: 'Make 2 Cards' }));
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(onAdded).toHaveBeenCalledTimes(2);
    const tries = sent('POST', '/flashcards/d1/cards');
    expect(tries.filter(({ body }) => (body as { back: string }).back === 'aorta')).toHaveLength(1);
    expect(new Set(tries.map(({ headers }) => headers['idempotency-key'])).size).toBe(2);
  });

  test('takes a picture by paste, with a description', async () => {
    const user = show(dialog);
    await user.type(await screen.findByLabelText('Front'), 'Which bone?');
    fireEvent.paste(screen.getByLabelText('Front'), { clipboardData: { files: [file()], types: ['Files'] } });
    const list = await screen.findByRole('list', { name: 'Pictures' });
    await user.type(await within(list).findByLabelText('Description'), 'A long bone');
    await user.type(screen.getByLabelText('Back'), 'Femur');
    await user.click(screen.getByRole('button', { name: 'Add Card' }));
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    const { body: form } = sent('POST', '/flashcards/d1/pictures')[0]!;
    expect((form as FormData).get('file')).toBeInstanceOf(File);
    expect(sent('POST', '/flashcards/d1/cards')[0]?.body).toEqual({
      front: 'Which bone?',
      back: 'Femur',
      pictures: [{ id: boneId, side: 'front', alt: 'A long bone' }],
    });
  });

  test('pasted text with a picture of it is text', async () => {
    show(dialog);
    fireEvent.paste(await screen.findByLabelText('Front'), { clipboardData: { files: [file()], types: ['text/plain', 'Files'] } });
    expect(sent('POST', '/flashcards/d1/pictures')).toEqual([]);
  });

  test('what is typed while a picture is sent stays', async () => {
    let give: () => void = () => undefined;
    api.on(
      calls.addCardPicture,
      () =>
        new Promise((resolve) => {
          give = () => {
            resolve(answer(201, { id: boneId, alt: '', width: 100, height: 80, url: 'http://localhost/bone.webp' }));
          };
        }),
    );
    const user = show(dialog);
    fireEvent.paste(await screen.findByLabelText('Front'), { clipboardData: { files: [file()], types: ['Files'] } });
    await screen.findByText('Adding the picture…');
    await user.type(screen.getByLabelText('Front'), 'Which bone?');
    await user.type(screen.getByLabelText('Back'), 'Femur');
    await user.click(screen.getByRole('button', { name: 'Add Card' }));
    expect(await screen.findByText('A picture is still being added. Save again in a moment.')).toBeVisible();
    await waitFor(() => expect(sent('POST', '/flashcards/d1/pictures')).toHaveLength(1));
    give();
    expect(await screen.findByLabelText('Description')).toBeVisible();
    expect(screen.getByLabelText('Front')).toHaveValue('Which bone?');
  });

  test.each([
    [file('page.svg', 'image/svg+xml'), 'Choose a PNG, JPEG, GIF or WebP file.'],
    [Object.defineProperty(file(), 'size', { value: 11 * 1024 * 1024 }), 'The picture is too large: at most 10 MB.'],
  ])('says at once what cannot be added', async (given, problem) => {
    show(dialog);
    fireEvent.paste(await screen.findByLabelText('Back'), { clipboardData: { files: [given], types: ['Files'] } });
    expect(await screen.findByText(problem)).toBeVisible();
    expect(sent('POST', '/flashcards/d1/pictures')).toEqual([]);
  });

  test('shows why a picture was refused', async () => {
    const msg = 'This picture could not be read. The file may be damaged.';
    api.on(calls.addCardPicture, answer(422, { code: 'unreadable_file', msg }));
    show(dialog);
    fireEvent.drop(await screen.findByLabelText('Back'), { dataTransfer: { files: [file()], types: ['Files'] } });
    expect(await screen.findByText(msg)).toBeVisible();
  });
});

describe('a card that is edited', () => {
  const card = { _id: 'c1', front: 'Which bone?', back: 'Femur', pictures: [bone] };
  const dialog = <EditCardDialog deckId="d1" card={card} onClose={onClose} />;

  test('keeps its pictures without naming them', async () => {
    const user = show(dialog);
    await user.type(await screen.findByLabelText('Back'), ' of the leg');
    await user.click(screen.getByRole('button', { name: 'Save Changes' }));
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(sent('PUT', '/flashcards/d1/cards/c1')[0]?.body).toEqual({ front: 'Which bone?', back: 'Femur of the leg' });
  });

  test('loses a picture that is removed', async () => {
    const user = show(dialog);
    await user.click(await screen.findByRole('button', { name: 'Remove picture' }));
    await user.click(screen.getByRole('button', { name: 'Save Changes' }));
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(sent('PUT', '/flashcards/d1/cards/c1')[0]?.body).toMatchObject({ pictures: [] });
  });
});
