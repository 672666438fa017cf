import { calls } from '@lectern/contracts';
import { answer, freeLimits, learner, never, onPlatform, premiumLimits, type PlatformParameters } from '@lectern/platform/testing';
import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { expect, within } from 'storybook/test';
import { folder, unbroken } from '../shared/testing';
import { FolderListScreen } from './folder-list.screen';

const meta = {
  title: 'Library/Folders list',
  component: FolderListScreen,
  decorators: [onPlatform],
  tags: ['screen'],
} satisfies Meta<typeof FolderListScreen>;
export default meta;
type Story = StoryObj<typeof meta>;
const on = (platform: PlatformParameters): Pick<Story, 'parameters'> => ({
  parameters: {
    platform: { at: '/folders', path: '/folders', user: learner, limits: freeLimits(), ...platform } satisfies PlatformParameters,
  },
});
const body = () => within(document.body);
const folders = () => [
  folder({ studyMaterials: ['g1', 'g2'], studyMaterialCount: 2 }),
  folder({ _id: 'f2', name: 'Physics', studyMaterials: ['g3'], studyMaterialCount: 1 }),
];

export const Full: Story = on({
  api: (api) => {
    api.on(calls.listFolders, folders());
  },
});
export const Premium: Story = on({
  limits: premiumLimits(),
  api: (api) => {
    api.on(
      calls.listFolders,
      ['Biology', 'Physics', 'Law', 'Nursing', 'Latin'].map((name, index) =>
        folder({ _id: `f${String(index)}`, name, studyMaterialCount: index }),
      ),
    );
  },
});
export const Loading: Story = on({
  api: (api) => {
    api.on(calls.listFolders, never);
  },
});
export const Empty: Story = on({
  api: (api) => {
    api.on(calls.listFolders, []);
  },
});
export const NothingFound: Story = on({
  at: '/folders?q=law',
  api: (api) => {
    api.on(calls.listFolders, []);
  },
});
export const Failed: Story = {
  ...on({
    api: (api) => {
      api.on(calls.listFolders, answer(429, { code: 'rate_limited', requestId: 'r1' }));
    },
  }),
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('alert')).toHaveTextContent('Error loading folders');
    await expect(canvas.getByRole('button', { name: 'Try Again' })).toBeVisible();
  },
};
export const Creating: Story = {
  ...on({
    api: (api) => {
      api.on(calls.listFolders, folders());
    },
  }),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Create Folder' }));
    await userEvent.type(await body().findByLabelText('Folder Name'), 'Law');
    await expect(body().getByRole('button', { name: 'Create' })).toBeEnabled();
  },
};
export const AtTheLimit: Story = {
  ...on({
    limits: freeLimits({ folders: { current: 2, limit: 2, canCreate: false } }),
    api: (api) => {
      api.on(calls.listFolders, folders());
    },
  }),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Create Folder' }));
    await expect(await body().findByRole('dialog', { name: 'Upgrade to Premium' })).toBeInTheDocument();
  },
};
export const LongWords: Story = on({
  api: (api) => {
    api.on(calls.listFolders, [folder({ name: unbroken })]);
  },
});
