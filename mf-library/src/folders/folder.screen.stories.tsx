import { calls } from '@lectern/contracts';
import { answer, freeLimits, learner, never, onPlatform, premiumLimits, type PlatformParameters } from '@lectern/platform/testing';
import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { expect, waitFor, within } from 'storybook/test';
import { folder, folderOf, listedGuide, listedGuides, unbroken } from '../shared/testing';
import { FolderScreen } from './folder.screen';

const meta = {
  title: 'Library/Folder detail',
  component: FolderScreen,
  decorators: [onPlatform],
  tags: ['screen'],
} satisfies Meta<typeof FolderScreen>;
export default meta;
type Story = StoryObj<typeof meta>;
const on = (platform: PlatformParameters): Pick<Story, 'parameters'> => ({
  parameters: {
    platform: { at: '/folders/f1', path: '/folders/:id', user: learner, limits: freeLimits(), ...platform } satisfies PlatformParameters,
  },
});
const body = () => within(document.body);

export const Full: Story = on({
  api: (api) => {
    api.on(calls.getFolder, folderOf(listedGuides(4)));
  },
});
export const Premium: Story = on({
  limits: premiumLimits(),
  api: (api) => {
    api.on(calls.getFolder, folderOf(listedGuides(12)));
  },
});
/** "Quiz me" opens the upgrade modal with the reason. */
export const AtTheLimit: Story = {
  ...on({
    limits: freeLimits({ quizzes: { ...freeLimits().quizzes, current: 5, canCreate: false } }),
    api: (api) => {
      api.on(calls.getFolder, folderOf(listedGuides(2)));
    },
  }),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Quiz me' }));
    await waitFor(() => expect(body().getByRole('dialog', { name: 'Upgrade to Premium' })).toBeVisible());
  },
};
export const Loading: Story = on({
  api: (api) => {
    api.on(calls.getFolder, never);
  },
});
export const Empty: Story = on({
  api: (api) => {
    api.on(calls.getFolder, folderOf([]));
  },
});
export const NothingFound: Story = on({
  at: '/folders/f1?q=osmosis',
  api: (api) => {
    api.on(calls.getFolder, folderOf(listedGuides(4)));
  },
});
export const NotFound: Story = {
  ...on({
    api: (api) => {
      api.on(calls.getFolder, answer(404, { msg: 'Not found.', code: 'not_found', requestId: 'r1' }));
    },
  }),
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('Folder not found')).toBeVisible();
  },
};
export const Failed: Story = {
  ...on({
    api: (api) => {
      api.on(calls.getFolder, answer(429, { code: 'rate_limited', requestId: 'r1' }));
    },
  }),
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('alert')).toHaveTextContent('Error loading folder');
  },
};
export const RemovedWithUndo: Story = {
  ...on({
    api: (api) => {
      let guides = listedGuides(3);
      api.on(calls.getFolder, () => folderOf(guides));
      api.on(calls.removeFromFolder, () => {
        guides = guides.slice(1);
        return folder({ studyMaterials: ['g2', 'g3'], studyMaterialCount: 2 });
      });
    },
  }),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Options for Cell respiration 1' }));
    await userEvent.click(await body().findByRole('menuitem', { name: 'Remove from Folder' }));
    await userEvent.click(await body().findByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(canvas.getByRole('button', { name: 'Undo' })).toBeVisible());
  },
};
export const LongWords: Story = on({
  api: (api) => {
    api.on(calls.getFolder, folderOf([listedGuide({ title: unbroken, processedContent: { overview: unbroken } })], { name: unbroken }));
  },
});
