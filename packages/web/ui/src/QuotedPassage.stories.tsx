import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { QuotedPassage } from './QuotedPassage';

const meta = {
  title: 'Components/Quoted passage',
  component: QuotedPassage,
  args: { quote: 'Glycolysis takes place in the cytosol and needs no oxygen.', place: 'Slide 3', onOpen: () => undefined },
} satisfies Meta<typeof QuotedPassage>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Slide: Story = {};
export const Document: Story = {
  args: { quote: '광합성은 식물이 빛을 이용하는 과정이다.', language: 'ko', place: 'Photosynthesis.pdf, page 12' },
};
export const LongWord: Story = { args: { quote: 'x'.repeat(300) } };
