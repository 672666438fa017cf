import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { unbroken } from '../shared/testing';
import { DocumentsField } from './DocumentsField';

const file = (name: string, bytes = 340_000): File => new File([new Uint8Array(bytes)], name, { lastModified: 1 });

const meta = {
  title: 'Library/Documents field',
  component: DocumentsField,
  args: {
    chosen: [],
    isReading: false,
    add: () => Promise.resolve(),
    remove: () => undefined,
    clear: () => undefined,
    problem: undefined,
    refuse: () => undefined,
  },
} satisfies Meta<typeof DocumentsField>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Empty: Story = {};
export const Reading: Story = { args: { isReading: true } };
export const Chosen: Story = {
  args: {
    chosen: [
      { file: file('heart.pdf', 2_400_000), outline: { pages: 24, headings: ['The heart', 'Valves', 'The cardiac cycle'] } },
      { file: file('notes.docx'), outline: { headings: ['Week 3'] } },
      { file: file('scan.pdf'), outline: undefined },
    ],
  },
};
export const LongName: Story = { args: { chosen: [{ file: file(`${unbroken}.pdf`), outline: { pages: 1, headings: [unbroken] } }] } };
export const Refused: Story = { args: { problem: 'lecture.key is no PDF, Word document (.docx), Markdown or text.' } };
