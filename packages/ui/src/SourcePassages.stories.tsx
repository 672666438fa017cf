import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { SourcePassages } from './SourcePassages';

const meta = { title: 'Components/SourcePassages', component: SourcePassages } satisfies Meta<typeof SourcePassages>;
export default meta;
type Story = StoryObj<typeof meta>;

export const OnASlide: Story = {
  args: {
    sections: [
      {
        passages: [
          { id: '1', text: 'Glycolysis', isTitle: true },
          { id: '2', text: 'Glucose is split into two molecules of pyruvate.' },
          { id: '3', text: 'It happens in the cytosol. It needs no oxygen.', isCited: true, quote: 'It needs no oxygen.' },
        ],
      },
      { label: 'Speaker notes', passages: [{ id: '4', text: 'Ask why a sprinter gets by without breathing.' }] },
    ],
  },
};
export const WholePassage: Story = {
  args: {
    sections: [
      {
        label: 'Speaker notes',
        passages: [{ id: '1', text: 'Ask every patient how many pillows they sleep on.', isCited: true }],
      },
    ],
  },
};
