import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { Breadcrumb } from './Breadcrumb';

const meta = { title: 'Components/Breadcrumb', component: Breadcrumb } satisfies Meta<typeof Breadcrumb>;
export default meta;
type Story = StoryObj<typeof meta>;

export const FromTheList: Story = {
  args: {
    items: [
      <a key="list" href="#guides">
        Study Materials
      </a>,
      'Cell respiration',
    ],
  },
};

export const FromAFolder: Story = {
  args: {
    items: [
      <a key="folders" href="#folders">
        Folders
      </a>,
      <a key="folder" href="#folder">
        Biology of the cell, winter term, with everything that the examination asks for
      </a>,
      'Cell respiration',
    ],
  },
};
