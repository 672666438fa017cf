import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { LeftOutPictures } from './LeftOutPictures';

const meta = { title: 'Library/Left-out pictures', component: LeftOutPictures } satisfies Meta<typeof LeftOutPictures>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Several: Story = {
  args: {
    pictures: [
      { slide: 3, alt: 'Concerns about data sharing', reason: 'format' },
      { slide: 7, alt: '', reason: 'damaged' },
      { slide: 9, alt: 'Map of the campus', reason: 'too-large' },
    ],
  },
};
export const OfDocuments: Story = {
  args: {
    pictures: [
      { slide: 3, alt: 'Concerns about data sharing', reason: 'format' },
      {
        slide: 12,
        pointer: { kind: 'page', page: 12, paragraph: 2, place: 61, document: 'Lecture 4.pdf' },
        alt: 'A valve',
        reason: 'damaged',
      },
      {
        slide: 9,
        pointer: { kind: 'text', paragraph: 9, place: 80, document: 'Notes.docx', section: { heading: 'Heart failure', paragraph: 4 } },
        alt: 'Map of the campus',
        reason: 'too-large',
      },
    ],
  },
};
export const OfPages: Story = {
  args: {
    pictures: [
      {
        slide: 3,
        lastPage: 3,
        pointer: { kind: 'page', page: 3, paragraph: 1, place: 9, document: 'Lecture 4.pdf' },
        alt: '',
        reason: 'too-many',
      },
      {
        slide: 12,
        lastPage: 40,
        pointer: { kind: 'page', page: 12, paragraph: 1, place: 61, document: 'Lecture 4.pdf' },
        alt: '',
        reason: 'too-large',
      },
    ],
  },
};
export const SymbolsAndPages: Story = {
  args: {
    unreadSymbols: 3,
    unreadPages: [
      { first: 4, last: 6 },
      { first: 9, last: 9, document: 'Lecture 4.pdf' },
    ],
    pictures: [],
  },
};
export const Many: Story = {
  args: {
    pictures: Array.from({ length: 300 }, (_, index) => ({
      slide: index + 1,
      alt: `Figure ${String(index)}`,
      reason: 'too-many' as const,
    })),
  },
};
