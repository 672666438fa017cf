import { calls } from '@lectern/contracts';
import { answer, freeLimits, learner, never, onPlatform, premiumLimits, type PlatformParameters } from '@lectern/platform/testing';
import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { expect, waitFor, within } from 'storybook/test';
import { folder, listedGuide, listedGuides, unbroken } from '../shared/testing';
import { GuideListScreen } from './guide-list.screen';

const meta = {
  title: 'Library/Study guide list',
  component: GuideListScreen,
  decorators: [onPlatform],
  tags: ['screen'],
} satisfies Meta<typeof GuideListScreen>;
export default meta;
type Story = StoryObj<typeof meta>;
const on = ({ api, ...platform }: PlatformParameters): Pick<Story, 'parameters'> => ({
  parameters: {
    platform: {
      at: '/study-materials',
      path: '/study-materials',
      user: learner,
      limits: freeLimits(),
      ...platform,
      api: (fake) => {
        fake.on(calls.listFolders, [folder(), folder({ _id: 'f2', name: 'Physics' })]);
        api?.(fake);
      },
    } satisfies PlatformParameters,
  },
});
const body = () => within(document.body);

export const Full: Story = on({
  api: (api) => {
    api.on(calls.listStudyMaterials, listedGuides(5));
  },
});
export const Premium: Story = on({
  limits: premiumLimits(),
  api: (api) => {
    api.on(calls.listStudyMaterials, listedGuides(14));
  },
});
export const Loading: Story = on({
  api: (api) => {
    api.on(calls.listStudyMaterials, never);
  },
});
export const Empty: Story = on({
  api: (api) => {
    api.on(calls.listStudyMaterials, []);
  },
});
export const NothingFound: Story = {
  ...on({
    at: '/study-materials?q=osmosis',
    api: (api) => {
      api.on(calls.listStudyMaterials, []);
    },
  }),
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('No study guides found matching your search.')).toBeVisible();
  },
};
export const Failed: Story = {
  ...on({
    api: (api) => {
      api.on(calls.listStudyMaterials, answer(429, { msg: 'Too many requests.', code: 'rate_limited', requestId: 'r1' }));
    },
  }),
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('alert')).toHaveTextContent('Error loading study guides. Please try again.');
  },
};
export const UpgradeNeeded: Story = on({
  api: (api) => {
    api.on(
      calls.listStudyMaterials,
      answer(403, { msg: 'Guides come with premium.', code: 'premium_required', upgradeRequired: true, requestId: 'r1' }),
    );
  },
});
export const AtTheLimit: Story = {
  ...on({
    limits: freeLimits({ studyMaterials: { current: 5, limit: 5, canCreate: false } }),
    api: (api) => {
      api.on(calls.listStudyMaterials, listedGuides(5));
    },
  }),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Create New Guide' }));
    await expect(await body().findByRole('dialog', { name: 'Upgrade to Premium' })).toBeInTheDocument();
  },
};
export const MenuOpen: Story = {
  ...on({
    api: (api) => {
      api.on(calls.listStudyMaterials, listedGuides(3));
    },
  }),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Options for Cell respiration 1' }));
    // The menu's code is loaded at the first press.
    const menu = await body().findByRole('menu');
    await waitFor(() => expect(menu).toHaveFocus());
    await userEvent.keyboard('{ArrowDown}{ArrowRight}');
    await waitFor(() => expect(body().getByRole('menuitem', { name: 'Biology' })).toBeVisible());
  },
};
export const RemovedWithUndo: Story = {
  ...on({
    api: (api) => {
      api.on(calls.listStudyMaterials, [listedGuide({ folderId: 'f1' }), ...listedGuides(3).slice(1)]);
      api.on(calls.removeFromFolder, folder());
    },
  }),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Options for Cell respiration' }));
    await userEvent.click(await body().findByRole('menuitem', { name: 'Remove from Biology' }));
    await userEvent.click(await body().findByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(canvas.getByRole('button', { name: 'Undo' })).toBeVisible());
  },
};
export const LongWords: Story = on({
  api: (api) => {
    api.on(calls.listStudyMaterials, [listedGuide({ title: unbroken, preview: unbroken + unbroken })]);
  },
});

const select: NonNullable<Story['play']> = async ({ canvas, userEvent }) => {
  await userEvent.click(await canvas.findByRole('button', { name: 'Options for Cell respiration 1' }));
  await userEvent.click(await body().findByRole('menuitem', { name: 'Select' }));
  await userEvent.click(await canvas.findByRole('checkbox', { name: 'Select Heart failure 3' }));
  await expect(await canvas.findByText('2 selected')).toBeVisible();
};
export const Selecting: Story = { ...Full, play: select };
export const DeletedWithUndo: Story = {
  ...on({
    api: (api) => {
      api.on(calls.listStudyMaterials, listedGuides(5));
      api.on(calls.deleteStudyMaterials, { done: ['g1', 'g3'], failed: [] });
    },
  }),
  play: async (context) => {
    await select(context);
    await context.userEvent.click(context.canvas.getByRole('button', { name: 'Delete' }));
    const question = await within(document.body).findByRole('alertdialog');
    await context.userEvent.click(within(question).getByRole('button', { name: 'Delete' }));
    // The line fades in.
    await waitFor(() => expect(context.canvas.getByText('2 study guides deleted.')).toBeVisible());
  },
};
export const SortedByTitle: Story = on({
  at: '/study-materials?sort=title',
  api: (api) => {
    api.on(calls.listStudyMaterials, listedGuides(5));
  },
});
