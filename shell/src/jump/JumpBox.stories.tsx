import { calls } from '@lectern/contracts';
import { answer, learner, never, networkError, onPlatform, type FakeApi } from '@lectern/platform/testing';
import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { expect, waitFor, within } from 'storybook/test';
import { navigationOf } from '../knownAreas';
import { aDeck, aFolder, aGuide, aQuiz } from '../testing';
import { JumpBox } from './JumpBox';

const meta = {
  title: 'Shell/Jump box',
  component: JumpBox,
  decorators: [onPlatform],
  args: { navigation: navigationOf([]) },
} satisfies Meta<typeof JumpBox>;
export default meta;
type Story = StoryObj<typeof meta>;

const on = (api: (api: FakeApi) => void = () => undefined): Pick<Story, 'parameters'> => ({
  parameters: { platform: { at: '/dashboard', user: learner, api } },
});
const everything = (api: FakeApi): void => {
  api.on(calls.listStudyMaterials, [aGuide(), aGuide({ _id: 'm2', title: 'Cells and tissues' })]);
  api.on(calls.listFolders, [aFolder({ studyMaterialCount: 3 })]);
  api.on(calls.listQuizzes, [aQuiz()]);
  api.on(calls.listDecks, [aDeck()]);
};
const type =
  (text: string): NonNullable<Story['play']> =>
  async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Jump to a guide, quiz or deck' }));
    const field = await within(document.body).findByRole('combobox', { name: 'Jump to' });
    if (text !== '') await userEvent.type(field, text);
  };

export const Closed: Story = on();

export const Places: Story = {
  ...on(),
  play: async (context) => {
    await type('')(context);
    const shown = within(document.body).getByRole('option', { name: 'Dashboard', selected: true });
    await waitFor(() => expect(shown).toBeVisible());
  },
};

export const Searching: Story = {
  ...on((api) => {
    for (const call of [calls.listStudyMaterials, calls.listFolders, calls.listQuizzes, calls.listDecks]) api.on(call, never);
  }),
  play: type('cell'),
};

export const Found: Story = {
  ...on(everything),
  play: async (context) => {
    await type('cell')(context);
    const shown = await within(document.body).findByRole('option', { name: /^Cards: Cell/ });
    await waitFor(() => expect(shown).toBeVisible());
    await context.userEvent.keyboard('{ArrowDown}');
    await expect(within(document.body).getByRole('option', { name: 'Cells and tissues' })).toHaveAttribute('aria-selected', 'true');
  },
};

export const NothingFound: Story = {
  ...on((api) => {
    for (const call of [calls.listStudyMaterials, calls.listFolders, calls.listQuizzes, calls.listDecks]) api.on(call, []);
  }),
  play: async (context) => {
    await type('zebra')(context);
    await expect(await within(document.body).findAllByText('Nothing found for "zebra".')).not.toHaveLength(0);
  },
};

export const SomeFailed: Story = {
  ...on((api) => {
    everything(api);
    api.on(calls.listQuizzes, networkError());
    api.on(calls.listDecks, answer(503, { msg: 'Please try again in a moment.', code: 'unavailable' }));
  }),
  play: async (context) => {
    await type('cell')(context);
    const shown = await within(document.body).findByText('Quizzes and decks could not be searched.');
    await waitFor(() => expect(shown).toBeVisible());
  },
};
