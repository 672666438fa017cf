import { calls, type DeckImportPreview } from '@lectern/contracts';
import { answer, freeLimits, learner, onPlatform, type PlatformParameters } from '@lectern/platform/testing';
import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { expect, fn, userEvent, waitFor, within } from 'storybook/test';
import { ImportDialog } from './ImportDialog';

const preview: DeckImportPreview = {
  decks: [
    { title: 'Biology › Cells', cardCount: 214 },
    { title: 'Biology › Genetics', cardCount: 98 },
  ],
  cards: [
    { front: 'What carries energy in a cell?', back: 'ATP, adenosine triphosphate' },
    { front: 'The powerhouse of the cell is the [...]', back: 'mitochondrion' },
    { front: 'Where does glycolysis take place?', back: 'In the cytosol' },
  ],
  reviewCount: 1_840,
  skipped: [
    { reason: 'Pictures', count: 37 },
    { reason: 'Cards without text on both sides', count: 4 },
  ],
};
const table: DeckImportPreview = {
  ...preview,
  decks: [{ title: 'French words', cardCount: 40 }],
  reviewCount: 0,
  cards: [{ front: 'le chat', back: 'the cat' }],
  skipped: [],
  table: {
    rows: [
      ['French', 'English', 'Lesson'],
      ['le chat', 'the cat', '1'],
    ],
    front: 1,
    back: 2,
    hasHeader: true,
  },
};

const file = new File(['x'], 'Biology.apkg');
const meta = {
  title: 'Study/Import flashcards',
  component: ImportDialog,
  decorators: [onPlatform],
  args: { file: undefined, onImported: fn(), onClose: fn() },
} satisfies Meta<typeof ImportDialog>;
export default meta;
type Story = StoryObj<typeof meta>;

const on = (api: PlatformParameters['api']): Pick<Story, 'parameters'> => ({
  parameters: {
    platform: { at: '/quizzes?tab=flashcards', user: learner, limits: freeLimits(), ...(api && { api }) } satisfies PlatformParameters,
  },
});

export const Empty: Story = on(undefined);
export const Package: Story = {
  args: { file },
  ...on((api) => {
    api.on(calls.previewDeckImport, preview);
  }),
};
export const Text: Story = {
  args: { file: new File(['x'], 'French words.csv') },
  ...on((api) => {
    api.on(calls.previewDeckImport, table);
  }),
  play: async ({ canvasElement }) => {
    const dialog = within(await within(canvasElement.ownerDocument.body).findByRole('dialog'));
    await userEvent.selectOptions(await dialog.findByLabelText('Front'), '2');
    const refusal = await dialog.findByText('Please choose two different columns for front and back.');
    // The dialog appears with a transition.
    await waitFor(() => expect(refusal).toBeVisible());
  },
};
export const Existing: Story = {
  args: { file: new File(['x'], 'French words.csv') },
  ...on((api) => {
    api.on(calls.previewDeckImport, { ...table, existing: 38 });
  }),
};
export const Encoding: Story = {
  args: { file: new File(['x'], 'Wörter.csv') },
  ...on((api) => {
    api.on(calls.previewDeckImport, {
      ...{ ...table, decks: [{ title: 'Wörter', cardCount: 2 }], table: undefined },
      cards: [
        { front: 'сердце', back: 'heart' },
        { front: 'лёгкое', back: 'lung' },
      ],
      ...{ encoding: 'windows-1251', isEncodingCertain: false },
    });
  }),
};
export const Unreadable: Story = {
  args: { file },
  ...on((api) => {
    api.on(
      calls.previewDeckImport,
      answer(422, { msg: 'This file is damaged and cannot be read.', code: 'unreadable_file', requestId: 'r1' }),
    );
  }),
};
