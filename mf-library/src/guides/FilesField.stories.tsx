import { pptxType } from '@lectern/contracts';
import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { unbroken } from '../shared/testing';
import { FilesField } from './FilesField';

const file = (name: string, bytes = 340_000, type = ''): File => new File([new Uint8Array(bytes)], name, { lastModified: 1, type });

const meta = {
  title: 'Library/Files field',
  component: FilesField,
  args: {
    chosen: [],
    isReading: false,
    add: () => Promise.resolve(true),
    remove: () => undefined,
    clear: () => undefined,
    problem: undefined,
    refuse: () => undefined,
  },
} satisfies Meta<typeof FilesField>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Empty: Story = {};
export const Reading: Story = { args: { isReading: true } };
export const Chosen: Story = {
  args: {
    chosen: [
      {
        file: file('cell-respiration.pptx', 900_000, pptxType),
        kind: 'deck',
        outline: { length: '24 slides', headings: ['Cell respiration', 'Glycolysis', 'The citric acid cycle'] },
      },
      { file: file('heart.pdf', 2_400_000), kind: 'document', outline: { length: '24 pages', headings: ['The heart', 'Valves'] } },
      { file: file('scan.pdf'), kind: 'document', outline: undefined },
    ],
  },
};
export const LongName: Story = {
  args: { chosen: [{ file: file(`${unbroken}.pdf`), kind: 'document', outline: { length: '1 page', headings: [unbroken] } }] },
};
export const Refused: Story = { args: { problem: 'Please upload a PPTX file' } };
