import { calls } from '@lectern/contracts';
import {
  answer,
  freeLimits,
  learner,
  never,
  networkError,
  onPlatform,
  type FakeApi,
  type PlatformParameters,
} from '@lectern/platform/testing';
import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { expect, within } from 'storybook/test';
import { shown } from '../shown';
import { heartPassages } from '../testing';
import { ReviewScreen } from './review.screen';
import { aQueuedCard, aReview, aReviewSummary, atPresent, emptySummary, heartQueue, someSettings } from './testing';

const meta = {
  title: 'Study/Review',
  component: ReviewScreen,
  decorators: [onPlatform],
  tags: ['screen'],
  beforeEach: () => {
    localStorage.clear();
  },
} satisfies Meta<typeof ReviewScreen>;
export default meta;
type Story = StoryObj<typeof meta>;

const on = (platform: PlatformParameters = {}): Pick<Story, 'parameters'> => ({
  parameters: {
    platform: {
      at: '/review',
      path: '/review',
      user: learner,
      limits: freeLimits(),
      ...platform,
      api: (api: FakeApi) => {
        api.on(calls.listReviewQueue, () => atPresent(heartQueue()));
        api.on(calls.getReviewSummary, aReviewSummary());
        api.on(calls.getReviewSettings, someSettings());
        api.on(calls.createReview, () => answer(201, aReview('k1')));
        platform.api?.(api);
      },
    } satisfies PlatformParameters,
  },
});

/** A queue that has these items on the first read, and is empty afterwards. */
const once = (items: ReturnType<typeof heartQueue>) => {
  let reads = 0;
  return () => (reads++ === 0 ? atPresent(items) : []);
};
const onlyQuestion = () => atPresent(heartQueue()).filter(({ kind }) => kind === 'question');

export const Loading: Story = on({
  api: (api) => {
    api.on(calls.listReviewQueue, never);
  },
});

export const Failed: Story = {
  ...on({
    api: (api) => {
      api.on(calls.listReviewQueue, answer(500, { code: 'internal' }));
    },
  }),
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('alert')).toHaveTextContent('Your reviews could not be loaded.');
  },
};

export const Front: Story = {
  ...on(),
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('button', { name: 'Show Answer' })).toBeVisible();
  },
};

export const Back: Story = {
  ...on(),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Show Answer' }));
    await shown(await canvas.findByRole('button', { name: /^Again 10 min/ }));
  },
};

export const LongText: Story = {
  ...on({
    api: (api) => {
      const front = 'Compare the signs of left-sided and right-sided heart failure, and say which vessels the blood backs up into. ';
      const back = 'Left: dyspnea, orthopnea, crackles, frothy sputum. Right: edema of the legs, ascites, distended neck veins. ';
      api.on(calls.listReviewQueue, [aQueuedCard('k1', { front: front.repeat(3).trim(), back: back.repeat(9).trim() })]);
    },
  }),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Show Answer' }));
    await shown(await canvas.findByRole('button', { name: /^Again/ }));
  },
};

export const Question: Story = {
  ...on({
    api: (api) => {
      api.on(calls.listReviewQueue, onlyQuestion());
    },
  }),
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('button', { name: 'Show Answer' })).toBeDisabled();
  },
};

export const QuestionAnswered: Story = {
  ...on({
    api: (api) => {
      api.on(calls.listReviewQueue, onlyQuestion());
    },
  }),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('radio', { name: /The heart has stopped/ }));
    await userEvent.click(canvas.getByRole('button', { name: 'Show Answer' }));
    await shown(await canvas.findByRole('button', { name: 'Next, back in 10 min' }));
  },
};

export const SourceOpen: Story = {
  ...on({
    api: (api) => {
      api.on(calls.listPassages, heartPassages);
    },
  }),
  play: async ({ canvas, userEvent }) => {
    await canvas.findByRole('button', { name: 'Show Answer' });
    await userEvent.keyboard(' ');
    await canvas.findByRole('button', { name: /^Again/ });
    await userEvent.keyboard('s');
    await shown(await within(document.body).findByRole('dialog', { name: 'Source: slide 2' }));
  },
};

export const Options: Story = {
  ...on(),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Options for this card' }));
    await shown(await within(document.body).findByRole('menuitem', { name: 'Bury until tomorrow' }));
  },
};

export const Offline: Story = {
  ...on({
    api: (api) => {
      api.on(calls.createReview, networkError());
    },
  }),
  play: async ({ canvas, userEvent }) => {
    await canvas.findByRole('button', { name: 'Show Answer' });
    await userEvent.keyboard(' 3');
    await shown(await canvas.findByText('No connection. 1 answer saved on this device, to be sent later.'));
  },
};

/** One card recalled, one not. */
export const Finished: Story = {
  ...on({
    api: (api) => {
      api.on(calls.listReviewQueue, once([aQueuedCard('k1'), aQueuedCard('k2', { preview: aQueuedCard('k3').preview })]));
      const reviewed = (): number => api.received.filter(({ method, path }) => method === 'POST' && path === '/reviews').length;
      api.on(calls.getReviewSummary, () => aReviewSummary({ due: Math.max(0, 2 - reviewed()), new: 0 }));
    },
  }),
  play: async ({ canvas, userEvent }) => {
    await canvas.findByRole('button', { name: 'Show Answer' });
    await userEvent.keyboard(' 3');
    await canvas.findByText('k2 front');
    await userEvent.keyboard(' 2');
    await shown(await canvas.findByRole('heading', { name: 'Done for today' }));
  },
};

export const NothingDue: Story = on({
  api: (api) => {
    api.on(calls.listReviewQueue, []);
    api.on(calls.getReviewSummary, aReviewSummary({ due: 0, new: 0 }));
  },
});

export const NothingDueInDeck: Story = on({
  at: '/review?deckId=d1',
  api: (api) => {
    api.on(calls.listReviewQueue, []);
  },
});

export const NoCards: Story = on({
  api: (api) => {
    api.on(calls.listReviewQueue, []);
    api.on(calls.getReviewSummary, emptySummary());
  },
});
