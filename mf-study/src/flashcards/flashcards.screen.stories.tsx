import { calls } from '@lectern/contracts';
import { learnerStorage } from '@lectern/platform';
import {
  answer,
  freeLimits,
  learner,
  never,
  onPlatform,
  premiumLimits,
  type FakeApi,
  type PlatformParameters,
} from '@lectern/platform/testing';
import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { expect, within } from 'storybook/test';
import { shown } from '../shown';
import { heartDeck, heartPassages } from '../testing';
import { reduceCards, startCards, type CardAction } from './CardSession';
import { writeCardSession } from './cardSessionStorage';
import { FlashcardsScreen } from './flashcards.screen';

const meta = {
  title: 'Study/Flashcards',
  component: FlashcardsScreen,
  decorators: [onPlatform],
  tags: ['screen'],
  beforeEach: () => {
    localStorage.clear();
  },
} satisfies Meta<typeof FlashcardsScreen>;
export default meta;
type Story = StoryObj<typeof meta>;

const on = (platform: PlatformParameters = {}): Pick<Story, 'parameters'> => ({
  parameters: {
    platform: {
      at: '/flashcards/d1',
      path: '/flashcards/:id',
      user: learner,
      limits: premiumLimits(),
      isReload: true,
      ...platform,
      api: (api: FakeApi) => {
        api.on(calls.getDeck, heartDeck());
        platform.api?.(api);
      },
    } satisfies PlatformParameters,
  },
});

/** Stores the session after these actions, as if the page had been reloaded. 'default' is the key of a memory router's first entry. */
const after = (...actions: CardAction[]): Pick<Story, 'beforeEach'> => ({
  beforeEach: () => {
    const ids = heartDeck().cards.map((card) => card._id);
    writeCardSession('d1', actions.reduce(reduceCards, startCards(ids)), 'default');
  },
});
const next: CardAction = { type: 'next' };
const onLastCard = after(next, next, next);
const mark = (given: 'known' | 'missed'): CardAction[] => [{ type: 'flip' }, { type: 'mark', mark: given }];

export const Loading: Story = on({
  api: (api) => {
    api.on(calls.getDeck, never);
  },
});

/** Navigates to the list of decks, which is a different screen. */
export const Failed: Story = {
  ...on({
    api: (api) => {
      api.on(calls.getDeck, answer(404, { msg: 'Flashcard deck not found.', code: 'not_found' }));
    },
  }),
  tags: ['!screen'],
  play: async () => {
    await shown(await within(document.body).findByText('Failed to load flashcard deck'));
  },
};

export const Front: Story = on();

export const Back: Story = {
  ...on(),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: /Click to flip/ }));
    await expect(await canvas.findByRole('button', { name: /^Back/ })).toHaveAccessibleName(/The stretch of the ventricle/);
  },
};

const typing: Pick<Story, 'beforeEach'> = {
  beforeEach: () => {
    learnerStorage.writeJson('typed-answers', true);
  },
};
const typeAnswer =
  (text: string): NonNullable<Story['play']> =>
  async ({ canvas, userEvent }) => {
    await userEvent.type(await canvas.findByLabelText('Your answer'), `${text}{Enter}`);
    await expect(await canvas.findByRole('button', { name: /^Back/ })).toBeVisible();
  };
export const TypingTheAnswer: Story = { ...on(), ...typing };
export const TypedRight: Story = { ...on(), ...typing, play: typeAnswer(heartDeck().cards[0]?.back ?? '') };
export const TypedOtherwise: Story = { ...on(), ...typing, play: typeAnswer('The force of the contraction') };

export const LastCard: Story = { ...on(), ...onLastCard };

export const LongText: Story = {
  ...on({
    api: (api) => {
      const front =
        'Compare the signs of left-sided and right-sided heart failure, and say for each which vessels the blood backs up into. ';
      const back =
        'Left: dyspnea, orthopnea, crackles, frothy sputum. Right: edema of the legs, ascites, distended neck veins, weight gain. ';
      api.on(calls.getDeck, heartDeck({ cards: [{ _id: 'k1', front: front.repeat(4).trim(), back: back.repeat(12).trim() }] }));
    },
  }),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: /Click to flip/ }));
    await shown(await canvas.findByRole('button', { name: /^Back/ }));
  },
};

export const GeneratingNewCards: Story = {
  ...on({
    api: (api) => {
      api.on(calls.generateCards, never);
    },
  }),
  ...onLastCard,
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Generate New Cards' }));
    await shown(await within(document.body).findByRole('dialog', { name: 'Generating New Cards' }));
  },
};

export const FewerNewCardsThanAsked: Story = {
  ...on({
    api: (api) => {
      const newCards = ['n1', 'n2'].map((id) => ({ _id: id, front: 'What is orthopnea?', back: 'Shortness of breath when lying flat.' }));
      const shortfall = { asked: 10, made: 2, reason: 'The guide holds no more.' };
      api.on(calls.generateCards, { newCards, flashcardId: 'd1', shortfall });
    },
  }),
  ...onLastCard,
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Generate New Cards' }));
    await shown(await canvas.findByText('Card 5 of 6'));
    await expect(canvas.getByText('2 of 10 new cards were made. The guide holds no more.')).toBeVisible();
  },
};

export const FreeLearner: Story = {
  ...on({ limits: freeLimits() }),
  ...onLastCard,
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Generate New Cards' }));
    await shown(await canvas.findByRole('dialog', { name: 'Upgrade to Premium' }));
  },
};

/** The end of a run: two cards known, two not. */
export const Finished: Story = { ...on(), ...after(...mark('known'), ...mark('missed'), ...mark('known'), ...mark('missed')) };
/** Every card known. */
export const FinishedWithoutMisses: Story = { ...on(), ...after(...Array.from({ length: 4 }, () => mark('known')).flat()) };

export const NoCards: Story = on({
  api: (api) => {
    api.on(calls.getDeck, heartDeck({ cards: [] }));
  },
});

export const SourceOpen: Story = {
  ...on({
    api: (api) => {
      api.on(calls.listPassages, heartPassages);
    },
  }),
  play: async ({ canvas, userEvent }) => {
    await canvas.findByText('Card 1 of 4');
    await userEvent.keyboard(' ');
    await userEvent.click(await canvas.findByRole('button', { name: 'Slide 2' }));
    const panel = within(await within(document.body).findByRole('dialog', { name: 'Source: slide 2' }));
    await shown(await panel.findByText('Speaker notes'));
  },
};

export const Editing: Story = {
  ...on(),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Options for card 1' }));
    await userEvent.click(await within(document.body).findByRole('menuitem', { name: 'Edit Card' }));
    const dialog = within(await within(document.body).findByRole('dialog', { name: 'Edit Card' }));
    await userEvent.clear(dialog.getByRole('textbox', { name: 'Back' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Save Changes' }));
    await shown(await dialog.findByText('A card needs both sides'));
  },
};

/** A suspended card with its history, which can be resumed here. */
export const ReviewSchedule: Story = {
  ...on({
    api: (api) => {
      api.on(calls.getReviewItem, {
        ...{ state: 'review', due: '2026-03-10T03:00:00.000Z', stability: 12, difficulty: 5, reps: 3, lapses: 1, suspended: true },
        reviews: [
          { _id: 'r1', rating: 'good', answeredAt: '2026-02-20T09:00:00.000Z' },
          { _id: 'r2', rating: 'again', answeredAt: '2026-02-24T09:00:00.000Z' },
          { _id: 'r3', rating: 'good', answeredAt: '2026-02-25T09:00:00.000Z' },
        ],
      });
    },
  }),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Options for card 1' }));
    await userEvent.click(await within(document.body).findByRole('menuitem', { name: 'Review Schedule' }));
    const dialog = within(await within(document.body).findByRole('dialog', { name: 'Review Schedule' }));
    await shown(await dialog.findByRole('button', { name: 'Resume' }));
  },
};

export const Reporting: Story = {
  ...on(),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Options for card 1' }));
    await userEvent.click(await within(document.body).findByRole('menuitem', { name: 'Report Card' }));
    const dialog = within(await within(document.body).findByRole('dialog', { name: 'Report Card' }));
    await userEvent.click(dialog.getByRole('radio', { name: 'It is not worth learning.' }));
    await shown(dialog.getByRole('button', { name: 'Send Report' }));
  },
};

export const StillBeingMade: Story = on({
  api: (api) => {
    api.on(calls.getDeck, heartDeck({ generatedBy: 'openai:gpt-5-mini', generation: { state: 'running', asked: 20, made: 4 } }));
  },
});

export const WithFacts: Story = on({
  api: (api) => {
    const [first, ...rest] = heartDeck().cards;
    if (!first) return;
    const reported = { reason: 'wrong' as const, at: '2025-03-05T12:00:00.000Z' };
    api.on(
      calls.getDeck,
      heartDeck({ generatedBy: 'openai:gpt-5-mini', cards: [{ ...first, generatedBy: 'offline', edited: true, reported }, ...rest] }),
    );
  },
});
