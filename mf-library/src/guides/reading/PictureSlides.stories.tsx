import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { PictureSlides } from './PictureSlides';

const meta = { title: 'Library/Picture slides', component: PictureSlides } satisfies Meta<typeof PictureSlides>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Several: Story = {
  args: {
    slides: [
      { slide: 4, title: 'The heart', description: 'A heart cut open, with its four chambers and valves' },
      { slide: 9, title: 'Edema' },
      { slide: 12, title: '', description: 'Chest x-ray of a patient with cardiomegaly' },
    ],
  },
};
export const One: Story = { args: { slides: [{ slide: 4, title: 'The heart' }] } };
